import { Menu, MenuItem } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { useSession } from "../api/session.ts";
import { Icon } from "../components/values/icon.tsx";
import { shellTexts as texts } from "../texts/shell.ts";
import type { OfButton } from "./menu-button.tsx";
import { switchMerchant } from "./switch-merchant.ts";
import "../components/layout/popover.css";

/** The person's businesses, to go to another one. */
export function MerchantMenu({ popover, close }: OfButton) {
  const { merchant, merchants } = useSession();
  return (
    <Popover
      {...popover}
      aria-label={texts.merchant.switch}
      className="popover"
      placement="bottom start"
      offset={4}
    >
      <Menu
        className="popover-list"
        aria-label={texts.merchant.switch}
        selectionMode="single"
        selectedKeys={merchant ? [merchant.reference] : []}
        onAction={(reference) => void switchMerchant(String(reference))}
        autoFocus="first"
        onClose={close}
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
  );
}
