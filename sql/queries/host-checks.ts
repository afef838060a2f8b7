import { z } from "zod";
import type { Connection } from "../database.ts";
import { sql } from "../sql-tag.ts";

const hostVerdict = z.enum(["allowed", "refused", "unresolved"]);
/** Whether webhooks may be sent to a host, by the addresses that its name has; `unresolved`: it has none now. */
export type HostVerdict = z.output<typeof hostVerdict>;

/** Asks, through the queue, whether webhooks may be sent to a host. Returns the question's id. */
export async function requestHostCheck(connection: Connection, host: string): Promise<bigint> {
  return connection.oneFirst(
    sql.type(z.object({ id: z.bigint() }))`select request_host_check(${host}) as id`,
  );
}

/** The answer to a question; null while there is none. */
export async function readHostCheck(connection: Connection, id: bigint): Promise<HostVerdict | null> {
  return connection.maybeOneFirst(sql.type(z.object({ status: hostVerdict }))`
    select status from host_checks where id = ${id} and status <> 'pending'`);
}

/** The host of an open question; null when it has its answer. */
export async function findOpenHostCheck(connection: Connection, id: bigint): Promise<string | null> {
  return connection.maybeOneFirst(sql.type(z.object({ host: z.string() }))`
    select host from host_checks where id = ${id} and status = 'pending'`);
}

/** Writes the answer and wakes who waits for it. Does nothing when there was one before. */
export async function completeHostCheck(
  connection: Connection,
  id: bigint,
  verdict: HostVerdict,
): Promise<void> {
  await connection.query(sql.type(z.object({ answered: z.boolean() }))`
    select complete_host_check(${id}, ${verdict}) as answered`);
}
