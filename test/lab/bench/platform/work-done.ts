import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Connection } from "../../../../sql/process/database.ts";
import { sql } from "../../../../sql/process/sql-tag.ts";

/** The rows that show when work is done: a finished payout has an event, a delivered webhook an attempt. */
const sources = {
  payouts: sql.fragment`select inserted_at as at from events where type = 'payout.succeeded'`,
  webhooks: sql.fragment`select sent_at as at from webhook_attempts where response_status = 200`,
};

type Source = keyof typeof sources;

const LOOK_MS = 200;
/** Without progress for this long, there will be none. */
const GIVE_UP_MS = 60_000;

/** Waits until `count` payouts have ended, or webhooks were delivered, since a moment. Throws if progress stops. */
export async function waitForWork(
  database: Connection,
  source: Source,
  since: Date,
  count: number,
): Promise<void> {
  let done = 0;
  for (let changed = Date.now(); done < count; await sleep(LOOK_MS)) {
    const now = await countWork(database, source, since);
    if (now > done) changed = Date.now();
    done = now;
    if (Date.now() - changed > GIVE_UP_MS) throw new Error(`only ${done} of ${count} ${source} were done`);
  }
}

/** How many payouts ended, or webhooks were delivered, between two moments. */
export async function countWork(
  database: Connection,
  source: Source,
  since: Date,
  until = new Date(8.64e15),
): Promise<number> {
  return database.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*)::integer as count from (${sources[source]}) done
    where at >= ${iso(since)}::timestamptz and at < ${iso(until)}::timestamptz`);
}

/** How many of the first `count` since a moment were done per second, without the first tenth, of cold processes. */
export async function rateOfWork(
  database: Connection,
  source: Source,
  since: Date,
  count: number,
): Promise<number> {
  const skipped = Math.ceil(count / 10);
  return database.oneFirst(sql.type(z.object({ rate: z.number() }))`
    select (${count - skipped} / extract(epoch from max(at) - min(at)))::float8 as rate
    from (
      select at from (${sources[source]}) done where at >= ${iso(since)}::timestamptz
      order by at offset ${skipped} limit ${count - skipped}
    ) counted`);
}

/** When the last one was done. */
export async function lastOfWork(database: Connection, source: Source): Promise<Date> {
  return database.oneFirst(sql.type(z.object({ at: z.date() }))`
    select max(at) as at from (${sources[source]}) done`);
}

function iso(date: Date): string {
  return date.getTime() > 4e15 ? "infinity" : date.toISOString();
}
