import { lazy } from "react";
import { loadPart } from "../api/load-part.ts";
import { useSession } from "../api/session.ts";
import { Icon } from "../components/values/icon.tsx";
import { shellTexts as texts } from "../texts/shell.ts";
import { MenuButton } from "./menu-button.tsx";

const MerchantMenu = lazy(async () => ({
  default: (await loadPart(() => import("./merchant-menu.tsx"))).MerchantMenu,
}));

/** The business whose data is shown; a menu where the person has several. */
export function MerchantSwitcher() {
  const { merchant, merchants } = useSession();
  const face = <MerchantFace name={merchant?.name ?? texts.merchant.none} role={merchant?.role} />;
  if (merchants.length < 2) return <div className="merchant">{face}</div>;
  return (
    <MenuButton className="merchant" menu={(ofButton) => <MerchantMenu {...ofButton} />}>
      {face}
      <span className="visually-hidden">{texts.merchant.switch}</span>
      <Icon name="sort" />
    </MenuButton>
  );
}

function MerchantFace({ name, role }: { name: string; role: keyof typeof texts.merchant.roles | undefined }) {
  return (
    <>
      <span className="merchant-mark" aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
      <span className="merchant-text">
        <span className="merchant-name" dir="auto" translate="no">
          {name}
        </span>
        {role && <span className="merchant-role">{texts.merchant.roles[role]}</span>}
      </span>
    </>
  );
}
