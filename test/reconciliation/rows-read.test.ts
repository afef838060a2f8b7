import { expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { rowsReadBy } from "../helpers/database/rows-read-by.ts";
import { createFundedMerchant } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

const A_DAY = 50;

/** Payouts and credits of `days` days, each with its line, up to the day before the first of March. */
async function addDays(database: Database, merchantId: bigint, days: number, from: number): Promise<void> {
  const run = (statement: ReturnType<typeof sql.fragment>) =>
    database.query(sql.type(z.object({}))`${statement}`);
  const all = sql.fragment`
    select n, timestamptz '2026-03-01 12:00+01' - (${from} + n / ${A_DAY}) * interval '1 day' as at
    from generate_series(0, ${days * A_DAY - 1}) n`;
  await run(sql.fragment`
    insert into payouts (
      reference, merchant_id, environment, idempotency_key, request_hash, status, amount, fee, currency, bank_code,
      bank_name, account_number, account_name, submitted_at, settled_at, sent_through, created_at
    )
    select 'pyt_' || ${from}::integer || '_' || n, ${merchantId}, 'live', ${from}::integer || '_' || n, '\\x00',
      'succeeded', 1000, 0, 'NGN', '058', 'GTBank', '0123456789', 'ADA OBI', at, at, 'http', at
    from (${all}) d`);
  await run(sql.fragment`
    insert into credits (reference, environment, provider_reference, amount, currency, status, received_at, recipient)
    select 'crd_' || ${from}::integer || '_' || n, 'live', ${from}::integer || '-in-' || n, 1000, 'NGN', 'settled', at,
      'va_1'
    from (${all}) d`);
  const statement = await database.oneFirst(sql.type(z.object({ id: z.bigint() }))`
    insert into provider_statements (gateway, file_hash, from_day, to_day, has_credits, line_count)
    values ('http', ${sql.binary(Buffer.from(String(from)))}, '2026-02-27', '2026-03-05', true, 0) returning id`);
  await run(sql.fragment`
    insert into provider_statement_lines (
      statement_id, gateway, line_id, kind, amount, fee, currency, reference, provider_id, moved_at, day
    )
    select ${statement}, 'http', kind || ${from}::integer || '_' || n, kind, 1000, 0, 'NGN',
      case kind when 'transfer' then 'pyt_' || ${from}::integer || '_' || n else 'va_1' end,
      ${from}::integer || case kind when 'credit' then '-in-' else '-out-' end || n, at, lagos_day(at)
    from (${all}) d cross join (values ('transfer'), ('credit')) kinds (kind)`);
}

test("comparing a day reads that day alone, however many days there are", async ({ database }) => {
  const { merchantId } = await createFundedMerchant(database, 0n, "live");
  await addDays(database, merchantId, 400, 0);
  await database.query(sql.type(z.object({}))`analyze`);
  const read = await rowsReadBy(database, sql.fragment`find_differences('http', '2026-02-28')`);
  // Of 80,000 rows those of the day, each a few times.
  expect(read).toBeGreaterThan(4 * A_DAY);
  expect(read).toBeLessThan(40 * A_DAY);
  const found = await database.any(sql.type(z.object({ kind: z.string() }))`
    select kind from find_differences('http', '2026-02-28')`);
  expect(found).toEqual([]);
});
