import { useEffect, useState } from "react";
import { TextField } from "./fields.tsx";

type DayFieldProps = {
  label: string;
  /** As 2026-01-31. */
  day: string | undefined;
  /** The last day to choose: a later one is taken for it. */
  max?: string | undefined;
  onChange: (day: string | undefined) => void;
};

/** A day. Applied on Enter or when the field is left: a half-typed year is valid too. */
export function DayField({ label, day = "", max = "9999-12-31", onChange }: DayFieldProps) {
  const [text, setText] = useState(day);
  useEffect(() => setText(day), [day]);
  const apply = () => {
    const chosen = text > max ? max : text;
    setText(chosen);
    if (chosen !== day && (chosen === "" || chosen >= "2000")) onChange(chosen === "" ? undefined : chosen);
  };
  return (
    <TextField
      label={label}
      type="date"
      value={text}
      onChange={setText}
      onBlur={apply}
      onKeyDown={({ key }) => key === "Enter" && apply()}
    />
  );
}
