import { z } from "zod";
import { moneyJson } from "../../sql/columns/money.ts";
import { environment, reference, timestamp } from "../fields.ts";

export const collectionStatus = z.enum([
  "awaiting_payment",
  "confirming",
  "underpaid",
  "succeeded",
  "expired",
  "failed",
]);

/** A collection as callers see it; made by SQL's collection_json. */
export const collection = z.object({
  reference: reference("col"),
  id: reference("col"),
  status: collectionStatus,
  amount: moneyJson,
  currency: z.string(),
  amountReceived: moneyJson,
  fee: moneyJson,
  variance: z.enum(["exact", "under", "over"]),
  late: z.boolean(),
  slug: z.string().optional(),
  virtualAccount: reference("va"),
  customer: z.record(z.string(), z.unknown()).optional(),
  payer: z.record(z.string(), z.unknown()).optional(),
  environment,
  createdAt: timestamp,
  settledAt: timestamp.optional(),
});
