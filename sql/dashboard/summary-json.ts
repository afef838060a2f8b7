import { z } from "zod";
import { moneyJson } from "../ledger/money.ts";
import { timestampJson } from "../formats/public-json.ts";
import { kybStatuses } from "../merchants/merchants.ts";

const dayJson = z.object({
  date: z.iso.date().describe("A day in Nigeria (Africa/Lagos)."),
  received: moneyJson.describe("Collected, before fees."),
  receipts: z.int().describe("The number of parts."),
  sent: moneyJson.describe("Paid out, before fees."),
  payouts: z.int().describe("The number of them."),
  returned: moneyJson.describe("Returned payouts."),
});

const rateJson = z.object({ ended: z.int(), succeeded: z.int() });

/** The dashboard's home of a merchant in one environment. */
export const summaryJson = z.object({
  money: z.array(
    z.object({
      currency: z.string(),
      available: moneyJson,
      reserved: moneyJson,
      days: z.array(dayJson).describe("The last 30 days, ending with today."),
    }),
  ),
  successRates: z
    .object({ collections: rateJson, payouts: rateJson })
    .describe("Based on the newest 10,000 from the last 30 days."),
  attention: z
    .object({
      webhook: z
        .object({
          status: z.enum(["failing", "disabled"]),
          since: timestampJson,
          reason: z.string().optional(),
          waiting: z.int().describe("The number of events waiting for delivery."),
        })
        .optional(),
      unmatched: z.object({ count: z.int(), amounts: z.array(moneyJson) }).optional(),
      needsDestination: z.object({ count: z.int() }).describe("Refunds that need an account.").optional(),
      slowPayouts: z
        .object({ count: z.int() })
        .describe("Payouts that have been processing for more than an hour.")
        .optional(),
      approvals: z.object({ count: z.int() }).describe("Payments that wait for approval.").optional(),
      verification: z
        .enum(kybStatuses)
        .exclude(["approved"])
        .describe("The status of the business's verification, until it's approved.")
        .optional(),
    })
    .describe("Items that need attention. 1,000 means 1,000 or more."),
});

export type SummaryJson = z.output<typeof summaryJson>;
