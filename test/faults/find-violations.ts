import { runSql } from "../helpers/run-sql.ts";
import type { Sending } from "./send-payouts.ts";

/** How many of these payouts the sandbox's bank has not been sent. */
export async function countUnsent(databaseUrl: string, references: string[]): Promise<number> {
  const [row] = await runSql<{ unsent: string }>(
    databaseUrl,
    `select count(*) as unsent from unnest($1::text[]) accepted (reference)
    where not exists (select from sandbox_transfers t where t.reference = accepted.reference)`,
    [references],
  );
  return Number(row!.unsent);
}

/** How many jobs are locked by a pool that no running worker process owns. */
export async function countLockedByDead(databaseUrl: string): Promise<number> {
  const queues = await runSql<{ schema: string }>(
    databaseUrl,
    "select table_schema as schema from information_schema.tables where table_name = '_private_jobs'",
  );
  const locks = queues
    .map(({ schema }) => `select locked_by from "${schema}"._private_jobs`)
    .join(" union all ");
  const [row] = await runSql<{ locked: string }>(
    databaseUrl,
    `select count(*) as locked from (${locks}) jobs
    where locked_by is not null and not exists (select from worker_processes w where locked_by = any (w.pool_ids))`,
  );
  return Number(row!.locked);
}

/**
 * What is wrong after the faults, in words; nothing if all is well: every accepted payout is there, ended as its
 * account says, was carried out once and reported once, and the books balance.
 */
export async function findViolations(databaseUrl: string, accepted: Sending["accepted"]): Promise<string[]> {
  const payouts = await runSql<{ reference: string; status: string; transfers: string; events: string }>(
    databaseUrl,
    `with told as (
      select body::json -> 'data' ->> 'reference' as reference, count(*) as times from events group by 1
    )
    select p.reference, p.status, coalesce(told.times, 0) as events,
      (select count(*) from sandbox_transfers t where t.reference = p.reference) as transfers
    from payouts p left join told on told.reference = p.reference`,
  );
  const found = new Map(payouts.map((payout) => [payout.reference, payout]));
  const violations: string[] = [];
  for (const [reference, fate] of accepted) {
    const payout = found.get(reference);
    // A reversal is reported after the success.
    const events = fate === "reversed" ? 2 : 1;
    if (payout === undefined) violations.push(`${reference} was accepted and is not there`);
    else if (payout.status !== fate) violations.push(`${reference} is ${payout.status}, not ${fate}`);
    else if (Number(payout.transfers) !== 1) violations.push(`${reference}: ${payout.transfers} transfers`);
    else if (Number(payout.events) !== events) violations.push(`${reference}: ${payout.events} events`);
  }
  if (payouts.length !== accepted.size)
    violations.push(`${payouts.length} payouts are there, ${accepted.size} were accepted`);
  const discrepancies = await runSql(databaseUrl, "select * from ledger_discrepancies");
  violations.push(...discrepancies.map((row) => `ledger: ${JSON.stringify(row)}`));
  const locked = await countLockedByDead(databaseUrl);
  if (locked > 0) violations.push(`${locked} jobs are locked by workers that are gone`);
  return violations;
}
