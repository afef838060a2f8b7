import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Connection } from "../../../sql/process/database.ts";
import { sql } from "../../../sql/process/sql-tag.ts";

const WITHIN_MS = 60_000;

const books = z.object({ journals: z.bigint(), newest: z.bigint(), balances: z.string() });
/** The ledger at one moment. */
export type Books = z.output<typeof books>;

/** What a refused request must not change. */
export async function readBooks(database: Connection): Promise<Books> {
  return database.one(sql.type(books)`
    select count(*) as journals, coalesce(max(id), 0) as newest,
      (
        select coalesce(string_agg(account_id || ':' || balance, ' ' order by account_id), '')
        from ledger_balances
      ) as balances
    from ledger_journals`);
}

/** Everything with a name that requests created for these merchants: references and slugs. */
export async function readMade(database: Connection, merchantIds: bigint[]): Promise<Set<string>> {
  const merchants = sql.array(merchantIds, "int8");
  const names = await database.anyFirst(sql.type(z.object({ name: z.string() }))`
    -- Those of a batch are told as its items.
    select reference as name from payouts where merchant_id = any(${merchants}) and batch_id is null
    union all
    select reference from virtual_accounts
    where merchant_id = any(${merchants}) and status not in ('provisioning', 'failed')
    union all
    select reference from collections where merchant_id = any(${merchants}) and status not in ('provisioning', 'failed')
    union all
    select slug from payment_links where merchant_id = any(${merchants})
    union all
    select reference from identity_checks where merchant_id = any(${merchants}) and status in ('succeeded', 'failed')`);
  return new Set(names);
}

/** The number of incoming payments. */
export async function countCredits(database: Connection): Promise<number> {
  return Number(
    await database.oneFirst(sql.type(z.object({ n: z.bigint() }))`select count(*) as n from credits`),
  );
}

/** Waits until workers have no work left that would change the ledger. */
export async function untilQuiet(database: Connection): Promise<void> {
  // The sweep would otherwise find those that the stock held back, seconds later.
  await database.query(sql.type(z.object({}))`
    select enqueue_jobs('execute_payout', array(select id from payouts where status = 'pending'))`);
  await untilNone(
    database,
    sql.fragment`
    (select from payouts where status = 'pending')
    union all (select from credits where status = 'received')
    union all (select from identity_checks where status = 'pending')
    union all (
      select from payouts
      where next_confirmation_at < business_now(merchant_id, environment) + interval '3 seconds'
    )
    union all (
      select from queued_jobs
      where task in ('execute_payout', 'confirm_payout') and run_at < now() + interval '3 seconds'
    )`,
  );
}

/** Waits until a query finds nothing. Raises an Error after a minute. */
export async function untilNone(database: Connection, rows: ReturnType<typeof sql.fragment>): Promise<void> {
  const count = sql.type(z.object({ n: z.bigint() }))`select count(*) as n from (${rows}) found`;
  for (const start = Date.now(); ; await sleep(20)) {
    const left = await database.oneFirst(count);
    if (left === 0n) return;
    if (Date.now() - start > WITHIN_MS) throw new Error(`workers left ${left} things undone for a minute`);
  }
}

/** What is wrong with the ledger. */
export async function readDrift(database: Connection): Promise<readonly string[]> {
  return database.anyFirst(sql.type(z.object({ problem: z.string() }))`
    select problem || ' ' || subject as problem from ledger_discrepancies`);
}
