import { z } from "zod";
import type { UnmatchedCreditJson } from "../collections/credits/credit-json.ts";
import { moneyJson } from "../ledger/money.ts";
import { call } from "../process/call.ts";
import type { RefundJson } from "./refund-json.ts";

const made = z.object({
  outcome: z.enum(["accepted", "replayed"]),
  refund: z.custom<RefundJson>(),
});
const account = z.object({ bankCode: z.string(), accountNumber: z.string() });
const limited = z.record(z.string(), z.union([z.string(), z.number(), moneyJson]));

/** Why a refund is refused like a payout; `details` are as the API shows them. */
const refused = [
  z.object({ outcome: z.enum(["bank_closed", "payouts_frozen", "destination_blocked", "name_mismatch"]) }),
  z.object({ outcome: z.literal("enquiry_needed"), details: account }),
  z.object({ outcome: z.literal("day_limit_exceeded"), details: limited }),
] as const;

/** Returns an unmatched credit to its payer. */
export const returnCredit = call(
  "return_credit",
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("accepted"), credit: z.custom<UnmatchedCreditJson>() }),
    ...refused,
    z.object({
      outcome: z.enum([
        "not_found",
        "not_waiting",
        "taken_back",
        "not_returnable",
        "too_many",
        "below_minimum",
      ]),
    }),
    z.object({ outcome: z.enum(["insufficient_balance", "amount_limit_exceeded"]), details: limited }),
  ]),
);

/** Accepts a refund of a collection. */
export const acceptRefund = call(
  "accept_refund",
  z.discriminatedUnion("outcome", [
    made,
    ...refused,
    z.object({ outcome: z.literal("key_conflict") }),
    z.object({ outcome: z.enum(["not_found", "not_refundable", "too_many", "below_minimum"]) }),
    z.object({ outcome: z.literal("exceeds_received"), details: limited }),
    z.object({ outcome: z.enum(["insufficient_balance", "amount_limit_exceeded"]), details: limited }),
  ]),
);

/** Sets the account of a refund that needs a destination, and queues it. */
export const setRefundDestination = call(
  "set_refund_destination",
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("accepted"), refund: z.custom<RefundJson>() }),
    z.object({ outcome: z.enum(["not_found", "state_conflict", "taken_back"]) }),
    ...refused,
  ]),
);

/** Cancels a refund that no worker has claimed. A live one that a person cancels is in the audit log. */
export const cancelRefund = call(
  "cancel_payout",
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("canceled"), payout: z.custom<RefundJson>() }),
    z.object({ outcome: z.enum(["not_pending", "not_found"]), payout: z.null() }),
  ]),
);
