import type { Money } from "./session/session.ts";

/** An amount as payers in Nigeria write it: ₦5,000.00. */
export function formatMoney({ value, currency }: Money): string {
  return new Intl.NumberFormat("en-NG", { style: "currency", currency }).format(value / 100);
}

/** An amount as banks' apps accept it: 5000, or 5000.50. */
export function plainAmount({ value }: Money): string {
  return value % 100 === 0 ? String(value / 100) : (value / 100).toFixed(2);
}

/**
 * The kobo of an amount in naira as somebody typed it; undefined if it is not clear what they meant. Commas separate
 * thousands, as in Nigeria: 5,00 is no amount.
 */
export function parseNaira(text: string): number | undefined {
  const written = text.replace(/[₦\s]/g, "");
  const [, naira, kobo = ""] = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{0,2}))?$/.exec(written) ?? [];
  if (naira === undefined) return undefined;
  return Number(naira.replace(/,/g, "")) * 100 + Number(kobo.padEnd(2, "0"));
}
