import { Checkbox as AriaCheckbox, type CheckboxProps } from "react-aria-components/Checkbox";
import { Icon } from "../values/icon.tsx";
import "./fields.css";

/** A yes or no. */
export function Checkbox({
  label,
  description,
  ...props
}: Omit<CheckboxProps, "className" | "children"> & { label: string; description?: React.ReactNode }) {
  return (
    <AriaCheckbox {...props} className="choice">
      <span className="choice-box">
        <Icon name="check" size={12} />
      </span>
      <span>
        <span>{label}</span>
        {description !== undefined && <span className="choice-text note">{description}</span>}
      </span>
    </AriaCheckbox>
  );
}
