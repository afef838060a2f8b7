import { z } from "zod";
import { environmentJson, referenceJson, timestampJson } from "../../formats/public-json.ts";
import { payoutJson } from "../../payouts/payout-json.ts";
import { moneyJson } from "../../ledger/money.ts";
import { unmatchedReasons } from "../collection-json.ts";

const payer = z.record(z.string(), z.unknown()).describe("Who paid, as reported by the bank.").optional();

/** The status of an unmatched credit as callers name it, and as its row has it. */
export const unmatchedCreditStatuses = {
  waiting: "suspended",
  accepted: "settled",
  returning: "returning",
  returned: "refunded",
} as const;

/** Received money that no collection expected; made by SQL's unmatched_credit_json. */
export const unmatchedCreditJson = z
  .object({
    reference: referenceJson("crd"),
    status: z
      .enum(Object.keys(unmatchedCreditStatuses) as (keyof typeof unmatchedCreditStatuses)[])
      .describe(
        "waiting → accepted, or waiting → returning → returned. One whose return fails is waiting again.",
      ),
    reason: z
      .enum(unmatchedReasons)
      .describe(
        "late: it arrived more than 24 hours after expiry. wrong_amount: it didn't complete the exact total. link_paid: the single-use payment link was already paid. closed: the collection was.",
      ),
    amount: moneyJson,
    collection: referenceJson("col").describe(
      "The collection it was paid for. Once you've accepted it, the one it was accepted into.",
    ),
    payer,
    awaitingApproval: z
      .literal(true)
      .describe("You accepted it, and that waits for approval. Absent otherwise.")
      .optional(),
    refund: referenceJson("rfd").describe("The refund that returns it, or tried to last.").optional(),
    failure: payoutJson.shape.failure.describe("Why it is waiting again: its return failed."),
    environment: environmentJson,
    createdAt: timestampJson.describe("When we received it."),
  })
  .meta({ id: "UnmatchedCredit", description: "Received money that didn't match an open collection." });

export type UnmatchedCreditJson = z.output<typeof unmatchedCreditJson>;

/** A payment for a collection, as its merchant sees it. */
export const creditJson = z
  .object({
    reference: referenceJson("crd"),
    amount: moneyJson,
    status: z
      .enum(["confirming", "received", "settled", "suspended", "returning", "refunded"])
      .describe("suspended: waiting for a top-up or for you."),
    reason: z.enum(unmatchedReasons).optional(),
    payer,
    receivedAt: timestampJson,
  })
  .meta({ id: "Payment", description: "A payment received for a collection." });

export type CreditJson = z.output<typeof creditJson>;
