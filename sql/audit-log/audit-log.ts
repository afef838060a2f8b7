import { z } from "zod";
import type { AuditEntryJson } from "./audit-entry-json.ts";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { conditionsOf, pageOf, rowOf, type Page, type PageRequest } from "../process/pages.ts";

/** The filters of a merchant's audit log: a person, a key (references), an action, times (to is exclusive). */
export type AuditFilters = {
  person?: string | undefined;
  key?: string | undefined;
  action?: string | undefined;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
};

const personRow = z.object({ id: z.bigint() });

/** A page of one merchant's audit log, newest first. A reviewer of the platform is shown as an operator. */
export async function findAuditLogPage(
  connection: Connection,
  merchantId: bigint,
  { limit, after, filters }: Omit<PageRequest, "filters"> & { filters: AuditFilters },
): Promise<Page<AuditEntryJson>> {
  const { person, key, ...others } = filters;
  // Looked up first: for a known value the planner knows how many rows match, and picks the right index.
  const id =
    person === undefined
      ? undefined
      : await connection.maybeOneFirst(
          sql.type(personRow)`select id from people where reference = ${person}`,
        );
  if (id === null) return pageOf([], limit);
  const conditions = { merchant_id: merchantId, person_id: id, key_reference: key, ...others };
  const rows = await connection.any(sql.type(rowOf<AuditEntryJson>())`
    with page as (
      select r.* from (
        select id, merchant_id, done_at, person_id, key_reference, address, environment, action, target, before,
          after
        from audit_log
      ) r
      where ${conditionsOf(conditions, after, "done_at")}
      order by r.done_at desc, r.id desc limit ${limit + 1}
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
