import { useContext } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { Icon, type IconName } from "../values/icon.tsx";
import { MustWait } from "../messages/must-wait.ts";
import { Spinner } from "../messages/spinner.tsx";
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
  const mustWait = useContext(MustWait) && props.type === "submit";
  return (
    <AriaButton
      {...props}
      isDisabled={props.isDisabled || mustWait}
      className={`button button-${kind} button-${size}`}
    >
      {props.isPending && <Spinner />}
      <span className="button-content" translate="no">
        {icon && <Icon name={icon} />}
        <span>{children}</span>
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
