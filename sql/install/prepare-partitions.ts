import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** How long an attempt to attach a partition waits for a lock (others wait behind it), and how often it is repeated. */
const LOCK_MS = 200;
const PAUSE_MS = 1_000;
const ATTEMPTS = 60;

/**
 * Gives every partitioned table the partitions of the weeks ahead, and attaches what was written before it had any
 * (the table `<name>_before`), if a migration left that. Rows are read first, to know that they fit, which takes as
 * long as it takes and holds nobody up; then the table is locked for a moment. What was done before is not done
 * again, so that a later call goes on where one was interrupted. Throws if somebody kept it from attaching for a
 * minute.
 */
export async function preparePartitions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; before: string | null }>(`
    select t.name as table, (
      select c.relname from pg_class c
      where c.oid = to_regclass('public.' || t.name || '_before') and not c.relispartition
    ) as before
    from public.partitioned_tables() t order by t.name`);
  for (const { table, before } of rows) {
    if (before !== null) {
      await client.query(`alter table public.${before} validate constraint ${table}_is_from_before`);
      await attach(client, table);
    }
    await client.query("select public.keep_partitions($1)", [table]);
  }
}

async function attach(client: pg.Client, table: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`begin; set local lock_timeout = ${LOCK_MS}`);
      await client.query("select public.attach_rows_from_before($1)", [table]);
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback");
      if (attempt === ATTEMPTS || !(error instanceof pg.DatabaseError && error.code === "55P03")) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
