import { z } from "zod";
import { feesJson } from "../charges/fees-json.ts";
import { moneyJson } from "../ledger/money.ts";
import type { Tenant } from "../merchants/tenant.ts";
import { call } from "../process/call.ts";
import type { Connection } from "../process/database.ts";
import { refusedAccounts, type PayoutRequest } from "./payouts.ts";

const priceJson = {
  fee: moneyJson.describe("With taxes: the sum of fees."),
  fees: feesJson,
  total: moneyJson.describe("Amount and fee: what the payout takes from the balance."),
};

/** What a payout would cost and meet now; made by SQL's quote_payout. */
export const payoutQuoteJson = z
  .object({
    amount: moneyJson,
    ...priceJson,
    live: z.object(priceJson).describe("What it would cost in live mode. Only in test.").optional(),
    balance: z.object({
      available: moneyJson,
      sufficient: z.boolean().describe("Whether it covers the total."),
    }),
    limits: z
      .array(
        z.object({
          limit: z.enum(["payout", "day", "accountDay", "accountDayPayouts"]),
          most: z.union([moneyJson, z.int()]),
          left: z
            .union([moneyJson, z.int()])
            .describe("Of today, in Lagos. Absent for payout, the limit of a single payout.")
            .optional(),
          fits: z.boolean().describe("Whether the payout is within the limit."),
        }),
      )
      .describe(
        "Your limits. accountDay and accountDayPayouts are those of the account: absent without one. accountDayPayouts counts payouts.",
      ),
    accountName: z
      .string()
      .describe(
        "Who holds the account: as saved, or as you sent it, if verify-account told you so in the last ten minutes. Otherwise absent.",
      )
      .optional(),
    frozen: z.boolean().describe("Whether payouts are paused: the payout would be refused."),
    blocked: z.boolean().describe("Whether payouts to the account aren't allowed."),
  })
  .meta({
    id: "PayoutQuote",
    description: "What a payout would cost, and whether it would be accepted now.",
  });

const quote = call(
  "quote_payout",
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("quoted"), quote: z.custom<z.output<typeof payoutQuoteJson>>() }),
    z.object({ outcome: z.enum(refusedAccounts) }),
  ]),
);

/** What a payout would cost and meet now, as the API shows it. Changes nothing. */
export const quotePayout = (
  connection: Connection,
  tenant: Tenant,
  {
    destination,
    ...rest
  }: Pick<PayoutRequest, "amount" | "payoutAccountId" | "purpose"> & {
    destination?: { bankCode: string; accountNumber: string; accountName: string } | undefined;
  },
) => quote(connection, { tenant, request: { ...rest, ...destination } });
