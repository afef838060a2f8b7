/** What moves the available balance, in words. Kinds that we don't know yet have their own name. */
export const movementKinds: Record<string, string> = {
  collection: "Payment received",
  unmatched_accepted: "Unmatched payment accepted",
  unmatched_returned: "Unmatched payment returned",
  unmatched_return_failed: "Failed return, fees refunded",
  unmatched_return_canceled: "Canceled return, fees refunded",
  unmatched_return_reversed: "Return sent back by the bank",
  unmatched_return_corrected: "Return corrected: it was paid",
  payout: "Payout",
  payout_batch: "Batch of payouts",
  payout_failed: "Failed payout, refunded",
  payout_canceled: "Canceled payout, refunded",
  payout_reversed: "Payout returned by the bank",
  payout_corrected: "Payout corrected: it was paid",
  refund: "Refund",
  refund_failed: "Failed refund, returned",
  refund_canceled: "Canceled refund, returned",
  refund_reversed: "Refund returned by the bank",
  refund_corrected: "Refund corrected: it was paid",
  identity_check: "Identity check",
  identity_check_returned: "Identity check, refunded",
  charges_refunded: "Fees refunded",
};

/** The currencies that a business can have money in, as options. */
export const currencies = [
  ["NGN", "NGN"],
  ["USD", "USD"],
] as const;
