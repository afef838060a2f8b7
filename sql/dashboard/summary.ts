import { z } from "zod";
import { moneyJson } from "../ledger/money.ts";
import type { ReadStale } from "../process/connections/create-replica.ts";
import type { Connection } from "../process/database.ts";
import { timestampJson } from "../formats/public-json.ts";
import { sql } from "../process/sql-tag.ts";
import { kybStatuses } from "../merchants/merchants.ts";
import type { Tenant } from "../merchants/tenant.ts";

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
      slowPayouts: z
        .object({ count: z.int() })
        .describe("Payouts that have been processing for more than an hour.")
        .optional(),
      verification: z
        .enum(kybStatuses)
        .exclude(["approved"])
        .describe("The status of the business's verification, until it's approved.")
        .optional(),
    })
    .describe("Items that need attention. 1,000 means 1,000 or more."),
});

export type SummaryJson = z.output<typeof summaryJson>;

type Money = SummaryJson["money"];

/** Days that are always read from the primary. Days before yesterday no longer change. */
const FRESH_DAYS = 2;
/** As many days before those. */
const PAST_DAYS = 28;

/**
 * A merchant's money, success rates and what needs attention. It reads a bounded number of rows.
 *
 * `readStale` reads what may be some seconds old: success rates, and the days before yesterday. Only in live, since a
 * test clock can end a day at once.
 */
export async function findSummary(
  connection: Connection,
  { merchantId, environment }: Tenant,
  readStale: ReadStale = (run) => run(connection),
): Promise<SummaryJson> {
  const present = await connection.one(sql.type(z.custom<Pick<SummaryJson, "money" | "attention">>())`
    select money_summary_json(${merchantId}, ${environment}, ${FRESH_DAYS}) as money,
      attention_json(${merchantId}, ${environment}) as attention`);
  const currencies = present.money.map(({ currency }) => currency);
  const firstFresh = present.money[0]?.days[0]?.date ?? null;
  const read: ReadStale = environment === "live" ? readStale : (run) => run(connection);
  const past = await read((one) =>
    one.one(sql.type(
      z.custom<{ days: Money[number]["days"][]; successRates: SummaryJson["successRates"] }>(),
    )`
      select coalesce((
          select json_agg(daily_totals_json(
            ${merchantId}, ${environment}, currency,
            ${firstFresh}::date - ${PAST_DAYS}::integer, ${firstFresh}::date - 1
          ) order by nth)
          from unnest(${sql.array(currencies, "text")}) with ordinality c (currency, nth)
        ), '[]') as days,
        success_rates_json(${merchantId}, ${environment}) as "successRates"`),
  );
  const money = present.money.map((one, index) => ({ ...one, days: [...past.days[index]!, ...one.days] }));
  return { ...present, money, successRates: past.successRates };
}
