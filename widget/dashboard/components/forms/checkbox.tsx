import { Checkbox as AriaCheckbox, type CheckboxProps } from "react-aria-components/Checkbox";
import { Switch as AriaSwitch, type SwitchProps } from "react-aria-components/Switch";
import { Icon } from "../values/icon.tsx";
import "./fields.css";

type ChoiceTextProps = { label: string; description?: string };

/** A choice that is sent with its form. */
export function Checkbox({
  label,
  description,
  ...props
}: Omit<CheckboxProps, "className" | "children"> & ChoiceTextProps) {
  return (
    <AriaCheckbox {...props} className="choice">
      <span className="choice-box">
        <Icon name="check" size={12} />
      </span>
      <ChoiceText label={label} description={description} />
    </AriaCheckbox>
  );
}

/** A setting that takes effect at once. */
export function Switch({
  label,
  description,
  ...props
}: Omit<SwitchProps, "className" | "children"> & ChoiceTextProps) {
  return (
    <AriaSwitch {...props} className="choice">
      <span className="switch-track" />
      <ChoiceText label={label} description={description} />
    </AriaSwitch>
  );
}

function ChoiceText({ label, description }: ChoiceTextProps) {
  return (
    <span className="choice-text">
      <span>{label}</span>
      {description !== undefined && <span className="note">{description}</span>}
    </span>
  );
}
