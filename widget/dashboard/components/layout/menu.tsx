import { Menu as AriaMenu, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { IconButton } from "../forms/button.tsx";
import type { IconName } from "../values/icon.tsx";
import { Option } from "./option.tsx";
import "./popover.css";

type Item = {
  text: string;
  icon?: IconName;
  onAction: () => void;
  isDanger?: boolean;
  isDisabled?: boolean;
};

/** A menu behind three dots, for less important actions. */
export function MoreMenu({ label, items }: { label: string; items: Item[] }) {
  return (
    <MenuTrigger>
      <IconButton icon="dots" label={label} />
      <Popover className="popover" placement="bottom end" offset={4}>
        <AriaMenu className="popover-list" aria-label={label}>
          {items.map(({ text, ...item }) => (
            <Option key={text} textValue={text} {...item}>
              {text}
            </Option>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
