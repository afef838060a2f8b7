import { z } from "zod";
import { referenceJson, timestampJson } from "../../formats/public-json.ts";
import { moneyJson } from "../../ledger/money.ts";
import { unmatchedReasons } from "../collection-json.ts";

const payer = z.record(z.string(), z.unknown()).describe("Who paid, as reported by the bank.").optional();

/** A payment held for an operator, as its merchant sees it. */
export const unmatchedCreditJson = z
  .object({
    reference: referenceJson("crd").describe("Identifies the payment to the operator."),
    collection: referenceJson("col"),
    amount: moneyJson,
    reason: z.enum(unmatchedReasons),
    payer,
    receivedAt: timestampJson,
  })
  .meta({ id: "UnmatchedPayment", description: "A payment the operator needs to look at." });

export type UnmatchedCreditJson = z.output<typeof unmatchedCreditJson>;

/** A payment for a collection, as its merchant sees it. */
export const creditJson = z
  .object({
    reference: referenceJson("crd"),
    amount: moneyJson,
    status: z
      .enum(["confirming", "received", "settled", "suspended", "refunded"])
      .describe("suspended: waiting for a top-up or for the operator."),
    reason: z.enum(unmatchedReasons).optional(),
    payer,
    receivedAt: timestampJson,
  })
  .meta({ id: "Payment", description: "A payment received for a collection." });

export type CreditJson = z.output<typeof creditJson>;
