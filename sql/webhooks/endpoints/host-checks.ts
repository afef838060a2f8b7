import { z } from "zod";
import type { Connection } from "../../process/database.ts";
import { environments } from "../../ledger/money.ts";
import { sql } from "../../process/sql-tag.ts";
import type { Tenant } from "../../merchants/tenant.ts";
import { presentTraceId } from "../../process/tracing/trace.ts";

/** Whether webhooks may be sent to the addresses of a host name; `unresolved`: it has none now. */
export const hostVerdicts = ["allowed", "refused", "unresolved"] as const;
export type HostVerdict = (typeof hostVerdicts)[number];

/**
 * Queues a check whether a merchant's webhooks may be sent to a host. Returns the check's id. Raises too_many_waiting
 * (see sql/process/errors.ts).
 */
export async function requestHostCheck(
  connection: Connection,
  { merchantId, environment }: Tenant,
  host: string,
): Promise<bigint> {
  return connection.oneFirst(sql.type(z.object({ id: z.bigint() }))`
    select request_host_check(${merchantId}, ${environment}, ${host}, ${presentTraceId()}) as id`);
}

/** The result of a check; null while it is pending. */
export async function readHostCheck(connection: Connection, id: bigint): Promise<HostVerdict | null> {
  return connection.maybeOneFirst(sql.type(z.object({ status: z.enum(hostVerdicts) }))`
    select status from host_checks where id = ${id} and status <> 'pending'`);
}

const openCheck = z.object({
  host: z.string(),
  environment: z.enum(environments),
  waited_ms: z.number(),
});

/** The host of a pending check, whose webhooks are meant, and since how long it waits; null if it is completed. */
export async function findOpenHostCheck(
  connection: Connection,
  id: bigint,
): Promise<z.output<typeof openCheck> | null> {
  return connection.maybeOne(sql.type(openCheck)`
    select host, environment, extract(epoch from now() - requested_at)::float8 * 1000 as waited_ms
    from host_checks where id = ${id} and status = 'pending'`);
}

/** Stores the result and notifies the waiting request. Does nothing if the check was completed before. */
export async function completeHostCheck(
  connection: Connection,
  id: bigint,
  verdict: HostVerdict,
): Promise<void> {
  await connection.query(sql.type(z.object({ completed: z.boolean() }))`
    select complete_host_check(${id}, ${verdict}) as completed`);
}
