import { z } from "zod";
import { feesJson } from "../charges/fees-json.ts";
import { referenceJson, timestampJson } from "../formats/public-json.ts";
import { moneyJson } from "../ledger/money.ts";

/** What moves a merchant's available money, as SQL's balance_transaction_of() names it. */
export const balanceTransactionKinds = [
  "payout",
  "payout_batch",
  "payout_failed",
  "payout_canceled",
  "payout_reversed",
  "payout_corrected",
  "refund",
  "refund_failed",
  "refund_canceled",
  "refund_reversed",
  "refund_corrected",
  "collection",
  "unmatched_accepted",
  "unmatched_returned",
  "unmatched_return_failed",
  "unmatched_return_canceled",
  "unmatched_return_reversed",
  "unmatched_return_corrected",
  "identity_check",
  "identity_check_returned",
  "charges_refunded",
] as const;

export const balanceTransactionJson = z
  .object({
    reference: referenceJson("btx"),
    sequence: z
      .int()
      .describe("Counts the balance transactions of your environment and currency from 1, without a gap."),
    kind: z.string().describe(`${balanceTransactionKinds.join(", ")}. More kinds may follow.`),
    amount: moneyJson.describe("What moved, before fees: positive if you gained it."),
    fees: feesJson,
    net: moneyJson.describe("amount less fees: by this much your available balance changed."),
    balanceAfter: moneyJson.describe("Your available balance afterwards."),
    source: z
      .string()
      .describe(
        "The reference of the payout, batch of payouts, refund, collection or identity check; of money for an unknown account that of the credit.",
      ),
    merchantReference: z.string().describe("Your own reference of the source.").optional(),
    createdAt: timestampJson.describe("When it was booked. Never before that of an earlier sequence."),
    occurredAt: timestampJson.describe("When it happened at the bank, if that is known to be earlier."),
  })
  .meta({ id: "BalanceTransaction", description: "A movement of your available money." });

export type BalanceTransactionJson = z.output<typeof balanceTransactionJson>;
