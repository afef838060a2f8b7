import type { CheckoutLink } from "./checkout-link.ts";

type Money = NonNullable<CheckoutLink["amount"]>;

/** An amount as payers in Nigeria write it: ₦5,000.00. */
export function renderMoney({ value, currency }: Money): string {
  return new Intl.NumberFormat("en-NG", { style: "currency", currency }).format(value / 100);
}
