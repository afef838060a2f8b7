import { useRef } from "react";
import { Button } from "react-aria-components/Button";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { FieldFrame, type FieldProps } from "./fields.tsx";
import { Icon } from "../values/icon.tsx";
import "./select.css";
import "../layout/popover.css";

type SelectProps<Value extends string> = FieldProps & {
  /** Each value with its text, in order. */
  options: readonly (readonly [value: Value, text: string])[];
  name?: string;
  value?: Value;
  defaultValue?: Value;
  onChange?: (value: Value) => void;
  isDisabled?: boolean;
  isRequired?: boolean;
  placeholder?: string;
  /** The list opens below the whole field, label included, if both are in one box. */
  isInline?: boolean;
};

/** One of several values. In a Form, `name` names its value and its error. */
export function Select<Value extends string>({
  label,
  description,
  options,
  onChange,
  isInline = false,
  ...props
}: SelectProps<Value>) {
  const field = useRef<HTMLDivElement>(null);
  return (
    <AriaSelect {...props} ref={field} onChange={(key) => onChange?.(key as Value)} className="field">
      <FieldFrame label={label} description={description}>
        <Button className="field-input select-button row">
          <SelectValue className="select-value" />
          <Icon name="chevronDown" />
        </Button>
      </FieldFrame>
      <Popover
        className="popover select-popover"
        offset={4}
        {...(isInline && { triggerRef: field, placement: "bottom start" as const })}
      >
        <ListBox className="popover-list">
          {options.map(([value, text]) => (
            <ListBoxItem key={value} id={value} textValue={text} className="popover-item">
              <span className="fill">{text}</span>
              <Icon name="check" />
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
