import { z } from "zod";
import { timestampJson } from "../formats/public-json.ts";
import { environments, moneyJson } from "../ledger/money.ts";

/** One line of the table of fees. */
export const feeJson = z
  .object({
    service: z.enum(["payout", "identity_check"]),
    environment: z.enum(environments),
    effectiveFrom: timestampJson,
    upTo: moneyJson.describe("Applies up to this amount. Absent for all larger amounts.").optional(),
    fee: moneyJson,
  })
  .meta({ id: "Fee", description: "The price of a service from a given date." });

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
