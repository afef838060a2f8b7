/** An amount in the currency's minor unit: 250050 kobo are 2,500.50 naira. */
export type Money = { value: number; currency: string };

/** Exact money of an amount as people write it, such as `naira("2,500.50")`; whole amounts may be numbers. */
export const naira = inMinorUnits("NGN", "kobo");
export const dollars = inMinorUnits("USD", "cents");

function inMinorUnits<const Currency extends string>(currency: Currency, unit: string) {
  return (amount: string | number): { value: number; currency: Currency } => {
    // A fraction such as 0.29 has no exact number, so only its text is believed.
    const isExact = typeof amount === "string" || Number.isSafeInteger(amount);
    const [, whole, fraction = ""] =
      /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(isExact ? String(amount).trim() : "") ?? [];
    const value = whole === undefined ? NaN : Number(whole.replaceAll(",", "") + fraction.padEnd(2, "0"));
    if (Number.isSafeInteger(value)) return { value, currency };
    throw new TypeError(
      `${String(amount)} is no exact amount. Write it as text with at most two decimals, such as "2,500.50", or ` +
        `pass { value, currency } in ${unit}.`,
    );
  };
}

/** Money for people to read, such as ₦2,500.50. */
export function format({ value, currency }: Money, locale = "en-NG"): string {
  const digits = String(Math.abs(value)).padStart(3, "0");
  // Text, because a division could round.
  const exact = `${value < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`;
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  }).format(exact);
}
