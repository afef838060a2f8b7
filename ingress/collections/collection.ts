import { z } from "zod";
import { moneyJson } from "../../sql/ledger/money.ts";
import { chain, environment, reference, slug, timestamp, token } from "../http/fields.ts";

export const collectionStatus = z.enum([
  "awaiting_payment",
  "confirming",
  "underpaid",
  "succeeded",
  "expired",
  "failed",
]);

/** A collection as callers see it; made by SQL's collection_json. */
export const collection = z
  .object({
    reference: reference("col"),
    id: reference("col").describe("The reference again."),
    status: collectionStatus,
    amount: moneyJson.describe("What is expected."),
    currency: z.string(),
    amountReceived: moneyJson.describe("What has come in so far."),
    fee: moneyJson,
    variance: z.enum(["exact", "under", "over"]).describe("What has come in, beside what was expected."),
    late: z.boolean().describe("Whether it was settled by a payment that came after it had expired."),
    slug: slug.describe("Of the payment link that it was started on.").optional(),
    virtualAccount: reference("va").describe("What it is paid into, unless it is crypto.").optional(),
    chain: chain.describe("Of a crypto collection, as are token and address.").optional(),
    token: token.optional(),
    address: z.string().describe("Where the tokens are to be sent.").optional(),
    customer: z
      .object({ email: z.string().optional(), name: z.string().optional() })
      .describe("Who was to pay, as the merchant said.")
      .optional(),
    payer: z.record(z.string(), z.unknown()).describe("Who paid, as the bank said.").optional(),
    environment,
    createdAt: timestamp,
    settledAt: timestamp.describe("When it succeeded.").optional(),
  })
  .meta({ id: "Collection", description: "A payment that is expected or has come in." });
