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
 * The kobo of a typed amount in naira; undefined if it is ambiguous. Commas or spaces may separate thousands, as in
 * Nigeria: 5,00 and 5 00 are no amounts.
 */
export function parseNaira(text: string): number | undefined {
  const written = text.replace(/\p{Cf}/gu, "").replace(/^\s*(?:₦|NGN)|(?:₦|NGN)\s*$/i, "");
  const [, naira, kobo = ""] =
    /^(\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\s\d{3})+)(?:\.(\d{0,2}))?$/.exec(written.trim()) ?? [];
  if (naira === undefined) return undefined;
  return Number(naira.replace(/[,\s]/g, "")) * 100 + Number(kobo.padEnd(2, "0"));
}
