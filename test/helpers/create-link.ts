import type { NewPaymentLink } from "../../sql/queries/payment-links.ts";

/** A one-time link of 5,000 naira. */
export const newPaymentLink: NewPaymentLink = {
  title: "Lamp",
  amountType: "fixed",
  amount: 500_000n,
  minAmount: null,
  maxAmount: null,
  linkType: "one_time",
  customer: null,
  successRedirectUrl: null,
};
