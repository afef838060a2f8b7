import { z } from "zod";
import { feesJson } from "../charges/fees-json.ts";
import { moneyJson } from "../ledger/money.ts";
import { environmentJson, ownJson, referenceJson, timestampJson } from "../formats/public-json.ts";

export const payoutStatuses = [
  "awaiting_approval",
  "pending",
  "processing",
  "succeeded",
  "failed",
  "reversed",
  "canceled",
] as const;

/** What callers may say that a payout is for. */
export const namedPurposes = ["salary", "supplier", "refund", "settlement", "own_account"] as const;
export const payoutPurposes = [...namedPurposes, "other"] as const;
export type PayoutPurpose = (typeof payoutPurposes)[number];

/** A payout as the API and its events show it; made by SQL's payout_json. */
export const payoutJson = z
  .object({
    reference: referenceJson("pyt"),
    status: z
      .enum(payoutStatuses)
      .describe(
        "pending → processing → succeeded or failed; succeeded → reversed; pending → canceled. A payout that your approval policy covers starts as awaiting_approval, and becomes pending or canceled.",
      ),
    amount: moneyJson,
    fee: moneyJson.describe("What the payout costs, with taxes: the sum of fees."),
    fees: feesJson,
    purpose: z.enum(payoutPurposes),
    destination: z.object({
      bankCode: z.string(),
      bankName: z.string(),
      accountNumber: z.string(),
      accountName: z.string(),
    }),
    narration: z.string().optional(),
    ...ownJson,
    batch: z.string().describe("The batch that it's part of.").optional(),
    failure: z
      .object({ code: z.string(), message: z.string() })
      .describe("Why the bank rejected it.")
      .optional(),
    cancelReason: z
      .enum(["rejected", "expired"])
      .describe(
        "Why it wasn't approved: somebody rejected it, or 72 hours passed. Absent if you canceled it.",
      )
      .optional(),
    environment: environmentJson,
    createdAt: timestampJson,
    updatedAt: timestampJson,
    settledAt: timestampJson.describe("When it succeeded.").optional(),
  })
  .meta({ id: "Payout", description: "Money sent to a bank account." });

export type PayoutJson = z.output<typeof payoutJson>;
