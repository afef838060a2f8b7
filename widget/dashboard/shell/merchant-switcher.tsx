import { useSession } from "../api/session.ts";
import { Icon } from "../components/values/icon.tsx";
import type { MemberRole } from "../api/types.ts";
import { roleTexts } from "../members/roles.ts";
import { MenuButton } from "./menu-button.tsx";
import { lazyPart } from "./screen.ts";

const MerchantMenu = lazyPart(() => import("./merchant-menu.tsx"), "MerchantMenu");

/** The business shown; a menu if the person has several. */
export function MerchantSwitcher() {
  const { merchant, merchants } = useSession();
  const face = <MerchantFace name={merchant?.name ?? "No business"} role={merchant?.role} />;
  if (merchants.length < 2) return <div className="merchant">{face}</div>;
  return (
    <MenuButton className="merchant" menu={(ofButton) => <MerchantMenu {...ofButton} />}>
      {face}
      <span className="visually-hidden">Switch business</span>
      <Icon name="sort" />
    </MenuButton>
  );
}

function MerchantFace({ name, role }: { name: string; role: MemberRole | undefined }) {
  return (
    <>
      <span className="merchant-mark mark" aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
      <span className="fill">
        <span className="merchant-name truncate" dir="auto" translate="no">
          {name}
        </span>
        {role && <span className="small">{roleTexts[role].name}</span>}
      </span>
    </>
  );
}
