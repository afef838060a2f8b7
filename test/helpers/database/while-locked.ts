import { expect } from "vitest";
import { z } from "zod";
import type { Connection, Database } from "../../../sql/process/database.ts";
import { sql } from "../../../sql/process/sql-tag.ts";
import { eventually } from "../eventually.ts";

/**
 * Sends something while a transaction holds locks, and ends the transaction once it waits for them, or is done without
 * having waited. `meanwhile` happens before the transaction ends.
 */
export async function whileLocked<Result>(
  database: Database,
  lock: (transaction: Connection) => Promise<unknown>,
  send: () => Promise<Result>,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<Result> {
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = database.transaction(async (transaction) => {
    await lock(transaction);
    locked.resolve();
    await release.promise;
  });
  await Promise.race([locked.promise, holder]);
  let isDone = false;
  const result = send().finally(() => (isDone = true));
  await eventually(async () => {
    const waiting = await database.oneFirst(sql.type(z.object({ count: z.bigint() }))`
      select count(*) from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where a.datname = current_database() and not l.granted`);
    expect(isDone || waiting > 0n).toBe(true);
  });
  await meanwhile();
  release.resolve();
  await holder;
  return result;
}
