import { Switch as AriaSwitch, type SwitchProps } from "react-aria-components/Switch";
import "./fields.css";

/** A setting that takes effect at once. */
export function Switch({
  label,
  description,
  ...props
}: Omit<SwitchProps, "className" | "children"> & { label: React.ReactNode; description?: React.ReactNode }) {
  return (
    <AriaSwitch {...props} className="switch">
      <span className="switch-track" />
      <span>
        <span className="choice-text">{label}</span>
        {description !== undefined && <span className="choice-description note">{description}</span>}
      </span>
    </AriaSwitch>
  );
}
