/** Money in minor units as people read it: ₦5,000.00. */
export function formatMoney({ value, currency }: { value: number; currency: string }): string {
  const format = new Intl.NumberFormat("en-NG", {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  });
  return format.format(value / 100);
}
