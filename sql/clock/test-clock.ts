import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";

const clock = z.object({ now: z.string(), offsetMinutes: z.number() });
/** The time in a merchant's test environment, and how many minutes it is ahead of the real time. */
export type TestClock = z.output<typeof clock>;

/** Moves a merchant's test clock ahead and does what becomes due. Null if it would be too far ahead. */
export async function advanceTestClock(
  connection: Connection,
  merchantId: bigint,
  minutes: number,
): Promise<TestClock | null> {
  return connection.oneFirst(sql.type(z.object({ json: clock.nullable() }))`
    select advance_test_clock(${merchantId}, ${minutes}) as json`);
}

/** A merchant's test clock. */
export async function readTestClock(connection: Connection, merchantId: bigint): Promise<TestClock> {
  return connection.oneFirst(
    sql.type(z.object({ json: clock }))`select test_clock_json(${merchantId}) as json`,
  );
}
