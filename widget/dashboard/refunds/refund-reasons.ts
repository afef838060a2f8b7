import type { Refund } from "../api/types.ts";

export const refundReasons: Record<Refund["reason"], string> = {
  customer_request: "Customer’s request",
  duplicate: "Duplicate payment",
  not_delivered: "Not delivered",
  fraud: "Fraud",
  other: "Other",
  unmatched: "Unmatched payment",
};
