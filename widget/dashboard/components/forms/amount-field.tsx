import type { Money } from "../../api/types.ts";
import { formatMoney } from "../values/money.tsx";
import { TextField } from "./fields.tsx";

type AmountFieldProps = {
  /** The name of the value and its error in a Form: amount.value. */
  name: string;
  label: string;
  defaultValue?: string;
  description?: React.ReactNode;
  isOptional?: boolean;
  isRequired?: boolean;
  /** The largest amount; by default any. */
  most?: Money;
  onChange?: (text: string) => void;
};

/** A field for naira, as people write them: 5,000 or 5000.50. */
export function AmountField({ most, ...props }: AmountFieldProps) {
  return (
    <TextField
      {...props}
      prefix="₦"
      placeholder="5,000.00"
      inputMode="decimal"
      autoComplete="off"
      validate={(text) => {
        const kobo = parseNaira(text);
        if (text !== "" && kobo === undefined) return "Enter an amount, such as 5,000 or 5000.50.";
        return most && kobo !== undefined && kobo > most.value ? `Enter at most ${formatMoney(most)}.` : null;
      }}
    />
  );
}

/** The kobo of an amount as people write and paste it; undefined if it is invalid or ambiguous. */
export function parseNaira(text: string): number | undefined {
  const written = text.replace(/\p{Cf}/gu, "").replace(/^\s*(?:₦|NGN)|(?:₦|NGN)\s*$/i, "");
  const [, naira, kobo = ""] =
    /^(\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\s\d{3})+)(?:\.(\d{1,2}))?$/.exec(written.trim()) ?? [];
  if (naira === undefined) return undefined;
  const value = Number(naira.replaceAll(/[,\s]/g, "") + kobo.padEnd(2, "0"));
  return Number.isSafeInteger(value) ? value : undefined;
}
