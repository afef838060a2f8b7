import { useSession } from "../api/session.ts";
import { MenuButton } from "./menu-button.tsx";
import "./account-menu.css";
import { lazyPart } from "./screen.ts";

const AccountMenu = lazyPart(() => import("./account-menu.tsx"), "AccountMenu");

/** Opens the account menu. */
export function AccountButton({ onAddMerchant }: { onAddMerchant: () => void }) {
  const { person } = useSession();
  return (
    <MenuButton
      className="avatar mark"
      menu={(ofButton) => <AccountMenu {...ofButton} onAddMerchant={onAddMerchant} />}
    >
      <span aria-hidden="true">{initialsOf(person.name)}</span>
      <span className="visually-hidden">Account menu</span>
    </MenuButton>
  );
}

/** Up to two letters: Adaeze Okafor is AO. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .flatMap((word) => (word === undefined ? [] : [[...word][0]]))
    .join("")
    .toUpperCase();
}
