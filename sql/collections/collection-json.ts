import { z } from "zod";
import { moneyJson } from "../ledger/money.ts";
import { slugJson } from "../payment-links/payment-link-json.ts";
import { environmentJson, referenceJson, timestampJson } from "../formats/public-json.ts";
import { cryptoChains, cryptoTokens } from "./chains.ts";

export const collectionStatuses = [
  "awaiting_payment",
  "confirming",
  "underpaid",
  "succeeded",
  "expired",
  "failed",
] as const;

/** Why a payment waits for an operator. */
export const unmatchedReasons = ["late", "wrong_amount", "link_paid"] as const;

/** A collection as the API and its events show it; made by SQL's collection_json. */
export const collectionJson = z
  .object({
    reference: referenceJson("col"),
    id: referenceJson("col").describe("The same as reference."),
    status: z.enum(collectionStatuses),
    amount: moneyJson.describe("The expected amount."),
    currency: z.string(),
    amountReceived: moneyJson.describe("The amount that has come in so far."),
    fee: moneyJson,
    variance: z
      .enum(["exact", "under", "over"])
      .describe("The received amount compared with the expected one."),
    late: z.boolean().describe("True if the payment that settled it came after it had expired."),
    unmatched: z
      .object({
        count: z.int().min(1).describe("How many payments."),
        amount: moneyJson.describe("Their sum, as far as they came in the collection's currency."),
        reason: z
          .enum(unmatchedReasons)
          .describe(
            "Why the newest of them did not match. late: it came more than 24 hours after expiry. wrong_amount: it did not make the total exact after expiry, nothing was due any more, or too little had come when the time was over. link_paid: the one-time payment link was paid already.",
          ),
      })
      .describe(
        "Money that came in for it and waits for the operator of the service; absent if there is none.",
      )
      .optional(),
    slug: slugJson.describe("The payment link that it was started from.").optional(),
    virtualAccount: referenceJson("va").describe("The account to pay into; absent for crypto.").optional(),
    chain: z.enum(cryptoChains).describe("Only for crypto, like token and address.").optional(),
    token: z.enum(cryptoTokens).optional(),
    address: z.string().describe("The address to send the tokens to.").optional(),
    customer: z
      .object({ email: z.string().optional(), name: z.string().optional() })
      .describe("The expected payer, as given by the merchant.")
      .optional(),
    payer: z.record(z.string(), z.unknown()).describe("Who paid, as reported by the bank.").optional(),
    environment: environmentJson,
    createdAt: timestampJson,
    settledAt: timestampJson.describe("When it succeeded.").optional(),
  })
  .meta({ id: "Collection", description: "A payment that is expected or has come in." });

export type CollectionJson = z.output<typeof collectionJson>;
