import type { Event } from "../api/types.ts";

export const eventTypes: Record<Event["type"], string> = {
  "collection.success": "Collection paid",
  "collection.underpaid": "Collection underpaid",
  "collection.expired": "Collection expired",
  "collection.unmatched": "Unmatched payment",
  "credit.unmatched": "Unmatched payment received",
  "credit.accepted": "Unmatched payment accepted",
  "credit.returned": "Unmatched payment returned",
  "payout.succeeded": "Payout succeeded",
  "payout.failed": "Payout failed",
  "payout.reversed": "Payout reversed",
  "refund.succeeded": "Refund succeeded",
  "refund.failed": "Refund failed",
  "refund.reversed": "Refund reversed",
  "refund.needs_destination": "Refund needs an account",
  "refund.canceled": "Refund canceled",
  "kyc.succeeded": "Identity check matched",
  "kyc.failed": "Identity check didn’t match",
  "webhook.test": "Test event",
};
