import { type Environment } from "../../sql/ledger/money.ts";
import type { findCheckoutLink } from "../../sql/checkout/checkout.ts";

/** In minor units. */
type Money = { value: number; currency: string };

/** A payment link for the page: without the expected payer, and nothing else about the merchant. */
export type CheckoutLink = {
  slug: string;
  title: string;
  merchantName: string;
  amountType: "fixed" | "open";
  amount?: Money;
  minAmount?: Money;
  maxAmount?: Money;
  /** unavailable: the merchant may not collect at present. */
  status: "active" | "paid" | "disabled" | "unavailable";
  environment: Environment;
  /** The payer needs no email. */
  isEmailKnown: boolean;
};

type Row = NonNullable<Awaited<ReturnType<typeof findCheckoutLink>>>;

/** Converts a row of findCheckoutLink to the page's link. */
export function toCheckoutLink(row: Row): CheckoutLink {
  const money = (name: "amount" | "minAmount" | "maxAmount", value: bigint | null) =>
    value === null ? {} : { [name]: { value: Number(value), currency: row.currency } };
  return {
    slug: row.slug,
    title: row.title,
    merchantName: row.merchant_name,
    amountType: row.amount_type,
    ...money("amount", row.amount),
    ...money("minAmount", row.min_amount),
    ...money("maxAmount", row.max_amount),
    status: row.status,
    environment: row.environment,
    isEmailKnown: row.is_email_known,
  };
}
