import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextArea } from "react-aria-components/TextArea";
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaProps,
} from "react-aria-components/TextField";
import { useState } from "react";
import "./fields.css";

export type FieldProps = {
  label: string;
  /** A rule or an example, below the field. */
  description?: React.ReactNode;
};

/** The parts around every field's control: its name above; below, its error or else its description. */
export function FieldFrame({
  label,
  description,
  isOptional = false,
  children,
}: FieldProps & { isOptional?: boolean; children: React.ReactNode }) {
  return (
    <>
      <Label className="field-label">
        {label}
        {isOptional && <span className="field-optional"> optional</span>}
      </Label>
      {children}
      {description !== undefined && (
        <Text slot="description" className="note">
          {description}
        </Text>
      )}
      <FieldError className="field-error" />
    </>
  );
}

type TextFieldProps = Omit<AriaProps, "className" | "children"> &
  FieldProps & {
    placeholder?: string;
    isOptional?: boolean;
    /** Shown before the text, inside the field: ₦. */
    prefix?: string;
    /** For codes and numbers that are compared digit by digit. */
    isCode?: boolean;
    /** Several lines. */
    rows?: number;
  };

/** A field for text. In a Form, `name` names its value and its error. */
export function TextField({
  label,
  description,
  placeholder,
  isOptional = false,
  prefix,
  isCode = false,
  rows,
  ...props
}: TextFieldProps) {
  const className = isCode ? "field-input field-code" : "field-input";
  return (
    <AriaTextField {...props} className="field">
      <FieldFrame label={label} description={description} isOptional={isOptional}>
        {rows !== undefined ? (
          <TextArea className={className} rows={rows} placeholder={placeholder} />
        ) : props.type === "password" ? (
          <SecretInput className={className} />
        ) : prefix === undefined ? (
          <Input className={className} placeholder={placeholder} />
        ) : (
          <div className="field-box">
            <span aria-hidden="true">{prefix}</span>
            <Input className={className} placeholder={placeholder} />
          </div>
        )}
      </FieldFrame>
    </AriaTextField>
  );
}

/** Shows dots, or the text while the person wants to see it, until they continue. */
function SecretInput({ className }: { className: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <div
      className="field-box"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setShown(false);
      }}
    >
      <Input
        className={className}
        type={isShown ? "text" : "password"}
        // Browsers remember what is typed into text fields that are sent.
        onKeyDown={({ key }) => key === "Enter" && setShown(false)}
      />
      <button
        type="button"
        translate="no"
        aria-label={isShown ? "Hide what you typed" : "Show what you typed"}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? "Hide" : "Show"}
      </button>
    </div>
  );
}
