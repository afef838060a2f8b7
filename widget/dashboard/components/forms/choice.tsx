import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { Label } from "react-aria-components/Label";
import "./fields.css";
import "./choice.css";

/** One of two or three values, all in sight. */
export function Choice<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly (readonly [value: Value, text: string])[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <RadioGroup className="field" value={value} onChange={(next) => onChange(next as Value)}>
      <Label className="field-label">{label}</Label>
      <div className="wrap">
        {options.map(([id, text]) => (
          <Radio key={id} value={id} className="choice-option row">
            {text}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
