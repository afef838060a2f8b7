import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { Icon, type IconName } from "./icon.tsx";
import { Spinner } from "./spinner.tsx";
import "./button.css";

export type ButtonKind = "primary" | "secondary" | "quiet" | "danger";

export type ButtonProps = Omit<AriaButtonProps, "className" | "children"> & {
  kind?: ButtonKind;
  size?: "small" | "medium";
  icon?: IconName;
  children?: React.ReactNode;
};

/** A button with a text. While `isPending` it keeps its width and does nothing. */
export function Button({ kind = "secondary", size = "medium", icon, children, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={`button button-${kind} button-${size}`}>
      {props.isPending && <Spinner />}
      <span className="button-content">
        {icon && <Icon name={icon} />}
        {children}
      </span>
    </AriaButton>
  );
}

/** A button that shows only an icon; `label` is its name. */
export function IconButton({
  icon,
  label,
  ...props
}: Omit<AriaButtonProps, "className" | "children" | "aria-label"> & { icon: IconName; label: string }) {
  return (
    <AriaButton {...props} aria-label={label} className="button button-quiet button-icon">
      <Icon name={icon} />
    </AriaButton>
  );
}
