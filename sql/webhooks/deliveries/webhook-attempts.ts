import { z } from "zod";
import type { Connection } from "../../process/database.ts";
import { sql } from "../../process/sql-tag.ts";
import type { AttemptJson, AttemptWithBodiesJson } from "../events/event-json.ts";
import { pageOf, type Page, type PageRequest } from "../../process/pages.ts";
import type { Tenant } from "../../merchants/tenant.ts";

const findEventId = (connection: Connection, { merchantId, environment }: Tenant, reference: string) =>
  connection.maybeOneFirst(sql.type(z.object({ id: z.bigint() }))`
    select id from events
    where merchant_id = ${merchantId} and environment = ${environment} and reference = ${reference}`);

/**
 * A page of the attempts to deliver a tenant's event, newest first; null if there is no event of that reference. A
 * position's id is an attempt's number.
 */
export async function findAttemptPage(
  connection: Connection,
  tenant: Tenant,
  reference: string,
  { limit, after, filters = {} }: PageRequest,
): Promise<Page<AttemptJson> | null> {
  const eventId = await findEventId(connection, tenant, reference);
  if (eventId === null) return null;
  const row = z.object({ json: z.custom<AttemptJson>(), created_at: z.string(), id: z.bigint() });
  const rows = await connection.any(sql.type(row)`
    select webhook_attempt_json(a) as json, a.sent_at::text as created_at, a.number::bigint as id
    from webhook_attempts a
    where a.event_id = ${eventId}
      and (${after?.id ?? null}::bigint is null or a.number < ${after?.id ?? null})
      and (${filters.createdFrom ?? null}::timestamptz is null or a.sent_at >= ${filters.createdFrom ?? null})
      and (${filters.createdTo ?? null}::timestamptz is null or a.sent_at < ${filters.createdTo ?? null})
    order by a.number desc
    limit ${limit + 1}`);
  return pageOf(rows, limit);
}

/** One attempt to deliver a tenant's event, by its number, with what was sent and received; null if there is none. */
export async function findAttempt(
  connection: Connection,
  { merchantId, environment }: Tenant,
  reference: string,
  number: number,
): Promise<AttemptWithBodiesJson | null> {
  return connection.maybeOneFirst(sql.type(z.object({ json: z.custom<AttemptWithBodiesJson>() }))`
    select webhook_attempt_with_bodies_json(a) as json
    from events e join webhook_attempts a on a.event_id = e.id
    where e.merchant_id = ${merchantId} and e.environment = ${environment} and e.reference = ${reference}
      and a.number = ${number}`);
}
