import { TextField } from "./fields.tsx";
import { amountTexts as texts } from "../../texts/amounts.ts";

type AmountFieldProps = {
  /** What the value and its error are called in a Form: amount.value. */
  name: string;
  label: string;
  defaultValue?: string;
  description?: React.ReactNode;
  isOptional?: boolean;
  isRequired?: boolean;
  onChange?: (text: string) => void;
};

/** A field for naira, as people write them: 5,000 or 5000.50. */
export function AmountField(props: AmountFieldProps) {
  return (
    <TextField
      {...props}
      prefix="₦"
      placeholder="5,000.00"
      inputMode="decimal"
      autoComplete="off"
      validate={(text) => (text === "" || parseNaira(text) !== undefined ? null : texts.notAnAmount)}
    />
  );
}

/** The kobo of an amount as people write it; undefined for what is none. */
export function parseNaira(text: string): number | undefined {
  const [, naira, kobo = ""] = /^₦?\s*(\d{1,3}(?:,\d{3})*|\d+)(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  if (naira === undefined) return undefined;
  const value = Number(naira.replaceAll(",", "") + kobo.padEnd(2, "0"));
  return Number.isSafeInteger(value) ? value : undefined;
}
