import { Button } from "react-aria-components/Button";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { useSession } from "../api/session.ts";
import { Icon } from "../components/values/icon.tsx";
import { shellTexts as texts } from "../texts/shell.ts";
import { switchMerchant } from "./switch-merchant.ts";
import "../components/layout/popover.css";

/** The business whose data is shown; a menu where the person has several. */
export function MerchantSwitcher() {
  const { merchant, merchants } = useSession();
  const face = <MerchantFace name={merchant?.name ?? texts.merchant.none} role={merchant?.role} />;
  if (merchants.length < 2) return <div className="merchant">{face}</div>;
  return (
    <MenuTrigger>
      <Button className="merchant">
        {face}
        <span className="visually-hidden">{texts.merchant.switch}</span>
        <Icon name="sort" />
      </Button>
      <Popover className="popover" placement="bottom start" offset={4}>
        <Menu
          className="popover-list"
          aria-label={texts.merchant.switch}
          selectionMode="single"
          selectedKeys={merchant ? [merchant.reference] : []}
          onAction={(reference) => void switchMerchant(String(reference))}
        >
          {merchants.map(({ reference, name, role }) => (
            <MenuItem key={reference} id={reference} textValue={name} className="popover-item">
              <span className="popover-text">
                {name}
                <span className="popover-note">{texts.merchant.roles[role]}</span>
              </span>
              <Icon name="check" />
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function MerchantFace({ name, role }: { name: string; role: keyof typeof texts.merchant.roles | undefined }) {
  return (
    <>
      <span className="merchant-mark" aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
      <span className="merchant-text">
        <span className="merchant-name" dir="auto">
          {name}
        </span>
        {role && <span className="merchant-role">{texts.merchant.roles[role]}</span>}
      </span>
    </>
  );
}
