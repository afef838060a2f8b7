import { z } from "zod";
import { timestampJson } from "../formats/public-json.ts";
import { payoutPurposes } from "../payouts/payout-json.ts";
import { moneyJson } from "../ledger/money.ts";

/** A row of the table of charges. */
export const chargeJson = z
  .object({
    service: z.enum(["payout", "refund", "identity_check"]),
    kind: z.enum(["service", "vat", "stamp_duty"]),
    effectiveFrom: timestampJson,
    from: moneyJson.describe("Applies to this amount and more, until the next charge of the kind."),
    amount: moneyJson.describe("A flat charge. Absent if it's a rate.").optional(),
    basisPoints: z.int().describe("A rate of the service charge, in hundredths of a percent.").optional(),
    exemptPurposes: z.array(z.enum(payoutPurposes)).describe("Payouts for these purposes don't owe it."),
  })
  .meta({
    id: "Charge",
    description: "What a service costs in live mode, or a tax on it, from a given date.",
  });

export const payoutLimitsJson = z
  .object({
    largest: moneyJson.describe("The largest single payout."),
    day: z
      .object({
        most: moneyJson,
        used: moneyJson
          .describe("Used by today's payouts. Absent until a payout is accepted under these limits.")
          .optional(),
      })
      .describe("Total payouts per day (Lagos time). Absent if there's no limit.")
      .optional(),
    accountDay: moneyJson.describe("Total payouts per day to one account.").optional(),
    accountDayPayouts: z.int().describe("Payouts per day to one account.").optional(),
  })
  .meta({ id: "PayoutLimits", description: "The merchant's payout limits." });
