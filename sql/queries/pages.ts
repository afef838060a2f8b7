import { z } from "zod";
import type { Connection } from "../database.ts";
import { sql } from "../sql-tag.ts";
import type { Tenant } from "./tenant.ts";

/** The tables that the API lists, each with the SQL function that makes a row's public JSON. */
const resources = {
  payouts: { table: "payouts", json: "payout_json", status: "status", visible: sql.fragment`true` },
  virtual_accounts: {
    table: "virtual_accounts",
    json: "virtual_account_json",
    status: "status",
    visible: sql.fragment`status in ('active', 'closed', 'expired')`,
  },
  collections: {
    table: "collections",
    json: "collection_json",
    status: "status",
    visible: sql.fragment`status not in ('provisioning', 'failed')`,
  },
  payment_links: {
    table: "payment_links",
    json: "payment_link_json",
    status: "status",
    visible: sql.fragment`true`,
  },
  identity_checks: {
    table: "identity_checks",
    json: "identity_check_json",
    status: "status",
    visible: sql.fragment`status in ('succeeded', 'failed')`,
  },
  // The one status that an event has is its delivery's.
  events: { table: "events", json: "event_json", status: "delivery_status", visible: sql.fragment`true` },
};
export type Resource = keyof typeof resources;

/** What a list may be narrowed to. Columns by their names; times as the caller wrote them, from inclusive, to exclusive. */
export type Filters = {
  status?: string | undefined;
  type?: string | undefined;
  reference?: string | undefined;
  slug?: string | undefined;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
};

/** The place of a row in a list, newest first: its time, to the microsecond and as PostgreSQL writes it, and its id. */
export type Position = { createdAt: string; id: bigint };
export type Page = { items: unknown[]; next: Position | null };

const pageRow = z.object({ json: z.unknown(), created_at: z.string(), id: z.bigint() });

/**
 * A page of a tenant's rows, newest first, after the position `after`. Rows that arrive while paging neither repeat
 * nor displace those that were there. `next` is null on the last page.
 */
export async function findPage(
  connection: Connection,
  resource: Resource,
  { merchantId, environment }: Tenant,
  { limit, after, filters = {} }: { limit: number; after: Position | null; filters?: Filters },
): Promise<Page> {
  const { table, json, status, visible } = resources[resource];
  const rows = await connection.any(sql.type(pageRow)`
    select ${sql.identifier([json])}(r) as json, r.created_at::text as created_at, r.id
    from ${sql.identifier([table])} r
    where r.merchant_id = ${merchantId} and r.environment = ${environment} and ${visible}
      and ${sql.join(conditionsOf(status, filters, after), sql.fragment` and `)}
    order by r.created_at desc, r.id desc
    limit ${limit + 1}`);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map((row) => row.json),
    next: rows.length > limit && last !== undefined ? { createdAt: last.created_at, id: last.id } : null,
  };
}

/** As SQL, leaving out what is not asked for: the planner then finds the index that fits. */
function conditionsOf(statusColumn: string, filters: Filters, after: Position | null) {
  const { status, createdFrom, createdTo, ...columns } = filters;
  const conditions = [sql.fragment`true`];
  for (const [column, value] of Object.entries({ [statusColumn]: status, ...columns })) {
    if (value !== undefined) conditions.push(sql.fragment`${sql.identifier(["r", column])} = ${value}`);
  }
  if (createdFrom !== undefined) conditions.push(sql.fragment`r.created_at >= ${createdFrom}::timestamptz`);
  if (createdTo !== undefined) conditions.push(sql.fragment`r.created_at < ${createdTo}::timestamptz`);
  if (after !== null) {
    conditions.push(sql.fragment`(r.created_at, r.id) < (${after.createdAt}::timestamptz, ${after.id})`);
  }
  return conditions;
}

/** The public JSON of a tenant's row; null when there is none of that reference, or it is another tenant's. */
export async function findByReference(
  connection: Connection,
  resource: Resource,
  { merchantId, environment }: Tenant,
  reference: string,
): Promise<unknown> {
  const { table, json, visible } = resources[resource];
  return connection.maybeOneFirst(sql.type(z.object({ json: z.unknown() }))`
    select ${sql.identifier([json])}(r) as json from ${sql.identifier([table])} r
    where r.merchant_id = ${merchantId} and r.environment = ${environment} and r.reference = ${reference} and ${visible}`);
}
