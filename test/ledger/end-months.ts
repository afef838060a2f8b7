import { z } from "zod";
import { sql } from "../../sql/process/sql-tag.ts";
import type { World } from "./ledger-world.ts";
import { MONTH_DAYS, taxesOfMonth } from "./tax-rules.ts";

/** Ages the live books of merchants whose month ends, and notes its taxes. Nothing else runs meanwhile. */
export async function endMonths(world: World): Promise<void> {
  for (const merchantId of world.endingMonth) {
    world.months.push({ merchantId, taxes: taxesOfMonth(world, merchantId) });
    await ageBooks(world, merchantId);
  }
  world.endingMonth.clear();
}

async function ageBooks({ database }: World, merchantId: bigint): Promise<void> {
  const none = sql.type(z.object({}));
  const days = sql.fragment`${MONTH_DAYS}::integer`;
  const age = sql.fragment`make_interval(days => ${days})`;
  const theirs = sql.fragment`merchant_id = ${merchantId} and environment = 'live'`;
  const sums = sql.fragment`account_id in (select id from ledger_accounts where ${theirs})`;
  await database.transaction(async (transaction) => {
    // Journals are append-only.
    await transaction.query(none`set local session_replication_role = replica`);
    await transaction.query(none`
      update ledger_journals set created_at = created_at - ${age}, occurred_at = occurred_at - ${age} where ${theirs}`);
    await transaction.query(none`
      update ledger_accounts set last_moved_at = last_moved_at - ${age} where ${theirs}`);
    await transaction.query(none`update payouts set settled_at = settled_at - ${age} where ${theirs}`);
    // In two steps: a day may stand where another one goes.
    for (const step of [sql.fragment`- 100000`, sql.fragment`+ 100000 - ${days}`]) {
      await transaction.query(none`update daily_totals set day = day ${step} where ${theirs}`);
      await transaction.query(none`
        update balance_days set day = day ${step}, occurred_on = occurred_on ${step} where ${sums}`);
    }
  });
}
