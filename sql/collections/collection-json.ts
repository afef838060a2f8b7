import { z } from "zod";
import { moneyJson } from "../ledger/money.ts";
import { slugJson } from "../payment-links/payment-link-json.ts";
import { environmentJson, ownJson, referenceJson, timestampJson } from "../formats/public-json.ts";
import { refundStatuses } from "../refunds/refund-json.ts";
import { cryptoChains, cryptoTokens } from "./chains.ts";

export const collectionStatuses = [
  "awaiting_payment",
  "confirming",
  "underpaid",
  "succeeded",
  "expired",
  "failed",
] as const;

/** Why a payment waits for its merchant. */
export const unmatchedReasons = ["late", "wrong_amount", "link_paid", "closed"] as const;

/** A collection as the API and its events show it; made by SQL's collection_json. */
export const collectionJson = z
  .object({
    reference: referenceJson("col"),
    id: referenceJson("col").describe("Same as reference."),
    status: z.enum(collectionStatuses),
    amount: moneyJson.describe("The expected amount."),
    currency: z.string(),
    amountReceived: moneyJson.describe("The amount received so far."),
    fee: moneyJson,
    variance: z
      .enum(["exact", "under", "over"])
      .describe("How the received amount compares with the expected amount."),
    amountRefunded: moneyJson
      .describe(
        "The total of its refunds, without those that failed, were canceled or reversed. Absent if it's 0.",
      )
      .optional(),
    refunds: z
      .array(z.object({ reference: referenceJson("rfd"), status: z.enum(refundStatuses), amount: moneyJson }))
      .describe("Newest first. Absent if there are none.")
      .optional(),
    late: z.boolean().describe("True if the settling payment arrived after expiry."),
    accepted: z
      .literal(true)
      .describe("It succeeded because you accepted unmatched money: see unmatchedCredit.")
      .optional(),
    unmatchedCredit: referenceJson("crd")
      .describe("The credit you accepted. A collection made from it has no account.")
      .optional(),
    unmatched: z
      .object({
        count: z.int().min(1).describe("The number of payments."),
        amount: moneyJson.describe("The total received in the collection's currency."),
        reason: z
          .enum(unmatchedReasons)
          .describe(
            "Why the newest of them didn't match. late: it arrived more than 24 hours after expiry. wrong_amount: it didn't complete the exact total after expiry, was in another currency, or the collection expired underpaid. link_paid: the single-use payment link was already paid. closed: the collection was.",
          ),
      })
      .describe("Received money that didn't match: accept it or send it back. Absent if there's none.")
      .optional(),
    slug: slugJson.describe("The payment link it was started from.").optional(),
    virtualAccount: referenceJson("va").describe("The account to pay into; absent for crypto.").optional(),
    chain: z.enum(cryptoChains).describe("Crypto only, like token and address.").optional(),
    token: z.enum(cryptoTokens).optional(),
    address: z.string().describe("The address to send the tokens to.").optional(),
    customer: z
      .object({ email: z.string().optional(), name: z.string().optional() })
      .describe("The expected payer, as given by you.")
      .optional(),
    payer: z.record(z.string(), z.unknown()).describe("Who paid, as reported by the bank.").optional(),
    ...ownJson,
    environment: environmentJson,
    createdAt: timestampJson,
    settledAt: timestampJson.describe("When it succeeded.").optional(),
  })
  .meta({ id: "Collection", description: "An expected or received payment." });

export type CollectionJson = z.output<typeof collectionJson>;
