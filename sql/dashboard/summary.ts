import { z } from "zod";
import type { ReadStale } from "../process/connections/create-replica.ts";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import type { SummaryJson } from "./summary-json.ts";
import type { Tenant } from "../merchants/tenant.ts";

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
