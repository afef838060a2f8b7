import { z } from "zod";
import { feesJson } from "../charges/fees-json.ts";
import { environmentJson, referenceJson, timestampJson } from "../formats/public-json.ts";
import { moneyJson } from "../ledger/money.ts";
import { payoutJson, payoutStatuses } from "../payouts/payout-json.ts";

export const refundStatuses = ["needs_destination", ...payoutStatuses] as const;

export const refundReasons = ["customer_request", "duplicate", "not_delivered", "fraud", "other"] as const;

/** A refund as the API and its events show it; made by SQL's refund_json. */
export const refundJson = z
  .object({
    reference: referenceJson("rfd"),
    status: z
      .enum(refundStatuses)
      .describe(
        "pending → processing → succeeded or failed; succeeded → reversed; pending → canceled. A refund that needs_destination waits until you set one, or cancel it. One that your approval policy covers is awaiting_approval first.",
      ),
    collection: referenceJson("col").describe("The collection that is refunded."),
    unmatchedCredit: referenceJson("crd").describe("The unmatched credit that it returns.").optional(),
    amount: moneyJson,
    fee: moneyJson.describe(
      "What the refund costs you, with taxes: the sum of fees. The payer gets the whole amount.",
    ),
    fees: feesJson,
    reason: z.enum([...refundReasons, "unmatched"]).describe("unmatched: it returns an unmatched credit."),
    note: z.string().describe("Your own note. The payer doesn't see it.").optional(),
    destination: payoutJson.shape.destination
      .describe("The account that gets the money. Absent while the refund needs one.")
      .optional(),
    failure: payoutJson.shape.failure,
    cancelReason: payoutJson.shape.cancelReason,
    environment: environmentJson,
    createdAt: timestampJson,
    updatedAt: timestampJson,
    settledAt: timestampJson.describe("When it succeeded.").optional(),
  })
  .meta({ id: "Refund", description: "Money sent back to the payer of a collection." });

export type RefundJson = z.output<typeof refundJson>;
