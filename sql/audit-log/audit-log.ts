import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { pageOf, type Page, type PageRequest } from "../process/pages.ts";

const facts = z.record(z.string(), z.unknown()).nullable();
/** An entry for the merchant's owners. Operators' names stay with the platform. */
export const auditEntryJson = z
  .object({
    id: z.string(),
    at: z.string(),
    who: z
      .object({ reference: z.string(), name: z.string(), email: z.string() })
      .nullable()
      .describe("The person. Null for a key or an operator."),
    key: z
      .object({ reference: z.string(), name: z.string().describe("The beginning and end of the secret.") })
      .nullable()
      .describe("The API key that made the change. Null if a person or an operator did."),
    address: z.string().nullable().describe("The IP address of the person or key."),
    environment: z.enum(["test", "live"]).nullable(),
    action: z.string(),
    target: z.string(),
    targetName: z.string().nullable().describe("The affected person's name."),
    before: facts,
    after: facts,
  })
  .meta({ id: "AuditEntry" });
type AuditEntryJson = z.output<typeof auditEntryJson>;

/** The filters of a merchant's audit log: a person, a key (references), an action, times (to is exclusive). */
export type AuditFilters = {
  person?: string | undefined;
  key?: string | undefined;
  action?: string | undefined;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
};

/** A page of one merchant's audit log, newest first. A reviewer of the platform is shown as an operator. */
export async function findAuditLogPage(
  connection: Connection,
  merchantId: bigint,
  { limit, after, filters }: Omit<PageRequest, "filters"> & { filters: AuditFilters },
): Promise<Page<AuditEntryJson>> {
  const { person, key, action, createdFrom, createdTo } = filters;
  const conditions = [sql.fragment`a.merchant_id = ${merchantId}`];
  if (person !== undefined) {
    // Looked up first: for a known value the planner knows how many rows match, and picks the right index.
    const id = await connection.maybeOneFirst(sql.type(z.object({ id: z.bigint() }))`
      select id from people where reference = ${person}`);
    if (id === null) return pageOf([], limit);
    conditions.push(sql.fragment`a.person_id = ${id}`);
  }
  if (key !== undefined) conditions.push(sql.fragment`a.key_reference = ${key}`);
  if (action !== undefined) conditions.push(sql.fragment`a.action = ${action}`);
  if (createdFrom !== undefined) conditions.push(sql.fragment`a.done_at >= ${createdFrom}::timestamptz`);
  if (createdTo !== undefined) conditions.push(sql.fragment`a.done_at < ${createdTo}::timestamptz`);
  if (after !== null)
    conditions.push(sql.fragment`(a.done_at, a.id) < (${after.createdAt}::timestamptz, ${after.id})`);
  const rows = await connection.any(sql.type(
    z.object({ json: auditEntryJson, created_at: z.string(), id: z.bigint() }),
  )`
    with page as (
      select a.* from (
        select id, merchant_id, done_at, person_id, key_reference, address, environment, action, target, before,
          after
        from audit_log
      ) a
      where ${sql.join(conditions, sql.fragment` and `)}
      order by a.done_at desc, a.id desc limit ${limit + 1}
    )
    select a.id, a.done_at::text as created_at, json_build_object(
      'id', a.id::text, 'at', iso_timestamp(a.done_at),
      'who', case when p.id is not null then
        json_build_object('reference', p.reference, 'name', p.name, 'email', p.email) end,
      'key', case when a.key_reference is not null then
        -- A key that was deleted long after its end has its reference only.
        json_build_object('reference', a.key_reference, 'name', coalesce(api_key_name(k), a.key_reference)) end,
      'address', case when p.id is not null or a.key_reference is not null then a.address end,
      'environment', a.environment, 'action', a.action, 'target', a.target, 'targetName', t.name,
      'before', a.before, 'after', a.after
    ) as json
    from page a
    left join people p on p.id = a.person_id and (
      not p.is_reviewer
      or exists (select from memberships m where m.person_id = p.id and m.merchant_id = a.merchant_id)
    )
    left join api_keys k on k.reference = a.key_reference and k.merchant_id = a.merchant_id
    left join people t on t.reference = a.target and not t.is_reviewer
    order by a.done_at desc, a.id desc`);
  return pageOf(rows, limit);
}
