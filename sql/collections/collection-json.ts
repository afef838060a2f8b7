import { z } from "zod";
import { moneyJson } from "../ledger/money.ts";
import { slugJson } from "../payment-links/payment-link-json.ts";
import { environmentJson, referenceJson, timestampJson } from "../public-json.ts";
import { cryptoChains, cryptoTokens } from "./chains.ts";

export const collectionStatuses = [
  "awaiting_payment",
  "confirming",
  "underpaid",
  "succeeded",
  "expired",
  "failed",
] as const;

/** A collection as the API and its events show it; made by SQL's collection_json. */
export const collectionJson = z
  .object({
    reference: referenceJson("col"),
    id: referenceJson("col").describe("The reference again."),
    status: z.enum(collectionStatuses),
    amount: moneyJson.describe("What is expected."),
    currency: z.string(),
    amountReceived: moneyJson.describe("What has come in so far."),
    fee: moneyJson,
    variance: z
      .enum(["exact", "under", "over"])
      .describe("What has come in, compared with what was expected."),
    late: z.boolean().describe("Whether it was settled by a payment that came after it had expired."),
    slug: slugJson.describe("Of the payment link that it was started on.").optional(),
    virtualAccount: referenceJson("va")
      .describe("The account it is paid into, unless it is crypto.")
      .optional(),
    chain: z.enum(cryptoChains).describe("Only of a crypto collection, as are token and address.").optional(),
    token: z.enum(cryptoTokens).optional(),
    address: z.string().describe("Where to send the tokens.").optional(),
    customer: z
      .object({ email: z.string().optional(), name: z.string().optional() })
      .describe("Who is to pay, as the merchant said.")
      .optional(),
    payer: z.record(z.string(), z.unknown()).describe("Who paid, as the bank said.").optional(),
    environment: environmentJson,
    createdAt: timestampJson,
    settledAt: timestampJson.describe("When it succeeded.").optional(),
  })
  .meta({ id: "Collection", description: "A payment that is expected or has come in." });

export type CollectionJson = z.output<typeof collectionJson>;
