import { MenuItem, type MenuItemProps } from "react-aria-components/Menu";
import { Icon, type IconName } from "../values/icon.tsx";
import "./popover.css";

type OptionProps = Omit<MenuItemProps, "className" | "children"> & {
  icon?: IconName;
  isDanger?: boolean;
  /** Shows whether it is chosen. */
  isTicked?: boolean;
  children: React.ReactNode;
};

/** An entry of a menu. */
export function Option({ icon, isDanger, isTicked, children, ...props }: OptionProps) {
  return (
    <MenuItem {...props} className={isDanger ? "popover-item popover-danger" : "popover-item"}>
      {icon && <Icon name={icon} />}
      <span className="fill">{children}</span>
      {isTicked && <Icon name="check" />}
    </MenuItem>
  );
}
