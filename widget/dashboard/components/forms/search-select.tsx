import { Button } from "react-aria-components/Button";
import { ComboBox, useFilter } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { FieldFrame, type FieldProps } from "./fields.tsx";
import { Icon } from "../values/icon.tsx";
import "./select.css";
import "../layout/popover.css";

type SearchSelectProps = FieldProps & {
  /** The note is shown below the text, and is searched too. */
  options: readonly (readonly [value: string, text: string, note?: string])[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  placeholder?: string;
  isRequired?: boolean;
  /** The options are still loading. Typed text is kept, and searched for then. */
  isLoading?: boolean;
};

/** One of many values, found by typing parts of its text or note. */
export function SearchSelect({
  label,
  description,
  options,
  value,
  onChange,
  placeholder,
  isLoading = false,
  ...props
}: SearchSelectProps) {
  const { contains } = useFilter({ sensitivity: "base" });
  const notes = new Map(options.map(([, text, note]) => [text, note]));
  return (
    <ComboBox
      {...props}
      className="field"
      value={value ?? null}
      onChange={(key) => onChange(typeof key === "string" ? key : undefined)}
      defaultItems={options.map(([id, text, note]) => ({ id, text, note }))}
      defaultFilter={(text, typed) =>
        typed.split(" ").every((part) => contains(`${text} ${notes.get(text) ?? ""}`, part))
      }
      menuTrigger="focus"
      allowsEmptyCollection
    >
      <FieldFrame label={label} description={description}>
        <div className="field-box">
          <Input className="field-input" placeholder={placeholder} />
          <Button>
            <Icon name="chevronDown" />
          </Button>
        </div>
      </FieldFrame>
      <Popover className="popover select-popover" offset={4}>
        <ListBox
          className="popover-list"
          renderEmptyState={() => <p className="popover-heading">{isLoading ? "Loading…" : "No matches"}</p>}
        >
          {({ id, text, note }: { id: string; text: string; note: string | undefined }) => (
            <ListBoxItem id={id} textValue={text} className="popover-item">
              <span className="fill">
                {text}
                {note !== undefined && <span className="popover-note small">{note}</span>}
              </span>
              <Icon name="check" />
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
