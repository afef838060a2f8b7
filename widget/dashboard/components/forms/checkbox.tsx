import { Checkbox as AriaCheckbox, type CheckboxProps } from "react-aria-components/Checkbox";
import { Icon } from "../values/icon.tsx";
import "./fields.css";

/** A choice that is sent with its form. */
export function Checkbox({
  label,
  description,
  ...props
}: Omit<CheckboxProps, "className" | "children"> & {
  label: React.ReactNode;
  description?: React.ReactNode;
}) {
  return (
    <AriaCheckbox {...props} className="choice">
      <span className="choice-box">
        <Icon name="check" size={12} />
      </span>
      <span>
        <span className="choice-text">{label}</span>
        {description !== undefined && <span className="choice-description note">{description}</span>}
      </span>
    </AriaCheckbox>
  );
}
