import type { Money as MoneyValue } from "../../api/types.ts";

/**
 * An amount in minor units as people write it: ₦5,000.00. A single text node that browsers don't translate: of two, a
 * translator could leave one unchanged.
 */
export function Money(amount: MoneyValue) {
  return (
    <span className="money" translate="no">
      {formatMoney(amount)}
    </span>
  );
}

/** The same as text, for labels and titles. */
export function formatMoney({ value, currency }: MoneyValue): string {
  return formatOf(currency)
    .format(value / 100)
    .replace("-", MINUS);
}

/** As wide as a plus, and read as a minus by screen readers; Intl writes a hyphen. */
const MINUS = "\u2212";

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  let format = formats.get(currency);
  if (format === undefined) {
    format = new Intl.NumberFormat("en-NG", { style: "currency", currency, currencyDisplay: "narrowSymbol" });
    formats.set(currency, format);
  }
  return format;
}
