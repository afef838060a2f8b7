import { z } from "zod";
import { moneyJson } from "../../sql/ledger/money.ts";
import { environment, reference, timestamp } from "../http/fields.ts";

export const payoutStatus = z.enum(["pending", "processing", "succeeded", "failed", "reversed", "canceled"]);

/** A payout as callers see it; made by SQL's payout_json. */
export const payout = z
  .object({
    reference: reference("pyt"),
    status: payoutStatus.describe(
      "pending → processing → succeeded or failed; succeeded → reversed; pending → canceled.",
    ),
    amount: moneyJson,
    fee: moneyJson,
    destination: z.object({
      bankCode: z.string(),
      bankName: z.string(),
      accountNumber: z.string(),
      accountName: z.string(),
    }),
    narration: z.string().optional(),
    metadata: z.record(z.string(), z.unknown()).describe("As it was sent.").optional(),
    failure: z
      .object({ code: z.string(), message: z.string() })
      .describe("Why the bank refused it.")
      .optional(),
    environment,
    createdAt: timestamp,
    updatedAt: timestamp,
    settledAt: timestamp.describe("When it succeeded.").optional(),
  })
  .meta({ id: "Payout", description: "Money sent to a bank account." });
