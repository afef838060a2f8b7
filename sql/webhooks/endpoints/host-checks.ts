import { z } from "zod";
import type { Connection } from "../../process/database.ts";
import { environments } from "../../ledger/money.ts";
import { call } from "../../process/call.ts";
import { sql } from "../../process/sql-tag.ts";

/** Whether webhooks may be sent to the addresses of a host name; `unresolved`: it has none now. */
export const hostVerdicts = ["allowed", "refused", "unresolved"] as const;
export type HostVerdict = (typeof hostVerdicts)[number];

/** Queues a check whether a merchant's webhooks may be sent to a host. Returns its id. Raises too_many_waiting. */
export const requestHostCheck = call("request_host_check");

/** The result of a check; null while it is pending. */
export async function readHostCheck(connection: Connection, id: bigint): Promise<HostVerdict | null> {
  return connection.maybeOneFirst(sql.type(z.object({ status: z.enum(hostVerdicts) }))`
    select status from host_checks where id = ${id} and status <> 'pending'`);
}

const openCheck = z.object({
  host: z.string(),
  environment: z.enum(environments),
  waitedMs: z.number(),
});

/** The host of a pending check, its environment, and its age; null if it is completed. */
export async function findOpenHostCheck(connection: Connection, id: bigint) {
  return connection.maybeOne(sql.type(openCheck)`
    select host, environment, extract(epoch from now() - requested_at)::float8 * 1000 as "waitedMs"
    from host_checks where id = ${id} and status = 'pending'`);
}

/** Stores the result and notifies the waiting request. False, and nothing done, if it was completed before. */
export const completeHostCheck = call("complete_host_check");
