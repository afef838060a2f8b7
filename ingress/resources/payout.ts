import { z } from "zod";
import { moneyJson } from "../../sql/columns/money.ts";
import { environment, reference, timestamp } from "../fields.ts";

/** A payout as callers see it; made by SQL's payout_json. */
export const payout = z.object({
  reference: reference("pyt"),
  status: z.enum(["pending", "processing", "succeeded", "failed", "reversed", "canceled"]),
  amount: moneyJson,
  fee: moneyJson,
  destination: z.object({
    bankCode: z.string(),
    bankName: z.string(),
    accountNumber: z.string(),
    accountName: z.string(),
  }),
  narration: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  failure: z.object({ code: z.string(), message: z.string() }).optional(),
  environment,
  createdAt: timestamp,
  updatedAt: timestamp,
  settledAt: timestamp.optional(),
});
