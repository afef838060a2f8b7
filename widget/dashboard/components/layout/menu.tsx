import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { IconButton } from "../forms/button.tsx";
import { Icon, type IconName } from "../values/icon.tsx";
import "./popover.css";

type Item = {
  text: string;
  icon?: IconName;
  onAction: () => void;
  isDanger?: boolean;
  isDisabled?: boolean;
};

/** The button with three dots and what it offers, for actions that need not be in sight. */
export function MoreMenu({ label, items }: { label: string; items: Item[] }) {
  return (
    <MenuTrigger>
      <IconButton icon="dots" label={label} />
      <Popover className="popover" placement="bottom end" offset={4}>
        <AriaMenu className="popover-list" aria-label={label}>
          {items.map(({ text, icon, onAction, isDanger, isDisabled }) => (
            <AriaMenuItem
              key={text}
              textValue={text}
              onAction={onAction}
              isDisabled={isDisabled}
              className={isDanger ? "popover-item popover-danger" : "popover-item"}
            >
              {icon && <Icon name={icon} />}
              <span className="popover-text">{text}</span>
            </AriaMenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
