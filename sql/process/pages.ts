import { z } from "zod";
import { approvalJson } from "../approvals/approval-json.ts";
import { collectionJson, collectionStatuses } from "../collections/collection-json.ts";
import { unmatchedCreditJson, unmatchedCreditStatuses } from "../collections/credits/credit-json.ts";
import { virtualAccountJson } from "../collections/virtual-accounts/virtual-account-json.ts";
import type { Connection } from "./database.ts";
import { identityCheckJson } from "../identity/identity-check-json.ts";
import { paymentLinkJson } from "../payment-links/payment-link-json.ts";
import { payoutBatchJson } from "../payout-batches/payout-batch-json.ts";
import { payoutAccountJson } from "../payouts/accounts/payout-account-json.ts";
import { payoutJson, payoutStatuses } from "../payouts/payout-json.ts";
import { refundJson, refundStatuses } from "../refunds/refund-json.ts";
import { anyRow, findOne } from "./find-one.ts";
import { sql } from "./sql-tag.ts";
import { eventJson, eventTypes } from "../webhooks/events/event-json.ts";
import type { Tenant } from "../merchants/tenant.ts";

/** The rows whose column has the requested status. */
const statusIs = (status: string) => sql.fragment`r.status = ${status}`;

/** The unmatched credits with that status, by its word in the table. */
const creditStatusIs = (status: string) =>
  sql.fragment`r.status = ${unmatchedCreditStatuses[status as keyof typeof unmatchedCreditStatuses]}`;

const slugIs = (slug: string) => sql.fragment`r.slug = ${slug}`;

/**
 * The collections that were started from the tenant's link of that slug. Its id is looked up first: of a value that it
 * knows the planner knows how many rows have it, and picks the index that fits.
 */
async function linkIs(connection: Connection, { merchantId, environment }: Tenant, slug: string) {
  const id = await connection.maybeOneFirst(sql.type(z.object({ id: z.bigint() }))`
    select id from payment_links
    where merchant_id = ${merchantId} and environment = ${environment} and slug = ${slug}`);
  return id === null ? sql.fragment`false` : sql.fragment`r.payment_link_id = ${id}`;
}

/** What belongs to the tenant's collection with that reference, by its id as in linkIs(). */
async function collectionIs(connection: Connection, { merchantId, environment }: Tenant, reference: string) {
  const id = await connection.maybeOneFirst(sql.type(z.object({ id: z.bigint() }))`
    select id from collections
    where merchant_id = ${merchantId} and environment = ${environment} and reference = ${reference}`);
  return id === null ? sql.fragment`false` : sql.fragment`r.collection_id = ${id}`;
}

/** An event's status is that of its delivery. Whether a pending one is held follows from the tenant's endpoint. */
function deliveryStatusIs(status: string, { merchantId, environment }: Tenant) {
  const canSend = sql.fragment`endpoint_refusal(${merchantId}, ${environment}) is null`;
  if (status === "held") return sql.fragment`r.delivery_status = 'pending' and not ${canSend}`;
  if (status === "pending") return sql.fragment`r.delivery_status = 'pending' and ${canSend}`;
  return sql.fragment`r.delivery_status = ${status}`;
}

/**
 * A filter that was left out, as a column with all the values that it has. The list is read for each of them, in the
 * order of the index that has both, and merged: then no row is read that the other filters leave out.
 */
type Union = { column: string; values: readonly string[] };

/** Events of one type in each state; and those in a state that has no index of its own, of each type. */
function eventsUnion({ type, status, subject, reference }: PartFilters): Union | undefined {
  if ((subject ?? reference) !== undefined) return undefined;
  if (type === undefined) {
    return status === undefined || status === "exhausted"
      ? undefined
      : { column: "type", values: eventTypes };
  }
  if (status !== undefined) return undefined;
  return { column: "delivery_status", values: ["not_sent", "pending", "delivered", "exhausted"] };
}

/** What was started from one link, in each state. */
function collectionsUnion({ slug, status, reference, merchantReference }: PartFilters): Union | undefined {
  const isOfLink = slug !== undefined && (status ?? reference ?? merchantReference) === undefined;
  return isOfLink ? { column: "status", values: collectionStatuses } : undefined;
}

/** Payouts in each status. */
function payoutsUnion({ status, reference, merchantReference }: PartFilters): Union | undefined {
  return (status ?? reference ?? merchantReference) === undefined
    ? { column: "status", values: payoutStatuses }
    : undefined;
}

/** Refunds in each status, but for those of one collection, which are few. */
function refundsUnion({ status, reference, collection }: PartFilters): Union | undefined {
  return (status ?? reference ?? collection) === undefined
    ? { column: "status", values: refundStatuses }
    : undefined;
}

/** Unmatched credits in each status, but for those of one collection, which are few. */
function creditsUnion({ status, reference, collection }: PartFilters): Union | undefined {
  return (status ?? reference ?? collection) === undefined
    ? { column: "status", values: Object.values(unmatchedCreditStatuses) }
    : undefined;
}

/** The tables and views that the API lists: the SQL function that makes a row's public JSON, and what it shows. */
const resources = {
  payouts: {
    function: "payout_json",
    json: payoutJson,
    status: statusIs,
    visible: sql.fragment`collection_id is null`,
  },
  refunds: {
    table: "payouts",
    function: "refund_json",
    json: refundJson,
    status: statusIs,
    visible: sql.fragment`collection_id is not null`,
  },
  payout_batches: {
    function: "payout_batch_summary_json",
    json: payoutBatchJson,
    status: statusIs,
    visible: anyRow,
  },
  payout_accounts: {
    function: "payout_account_json",
    json: payoutAccountJson,
    status: statusIs,
    visible: sql.fragment`removed_at is null`,
  },
  virtual_accounts: {
    function: "virtual_account_json",
    json: virtualAccountJson,
    status: statusIs,
    visible: sql.fragment`status in ('active', 'closed', 'expired')`,
  },
  collections: {
    function: "collection_json",
    json: collectionJson,
    status: statusIs,
    visible: sql.fragment`status not in ('provisioning', 'failed')`,
  },
  credits: {
    function: "unmatched_credit_json",
    json: unmatchedCreditJson,
    status: creditStatusIs,
    visible: sql.fragment`unmatched_reason is not null`,
    time: "received_at",
  },
  payment_links: { function: "payment_link_json", json: paymentLinkJson, status: statusIs, visible: anyRow },
  shown_identity_checks: {
    function: "identity_check_json",
    json: identityCheckJson,
    status: statusIs,
    visible: anyRow,
  },
  approvals: {
    function: "approval_json",
    json: approvalJson,
    status: statusIs,
    visible: sql.fragment`expires_at is not null`,
  },
  events: { function: "event_json", json: eventJson, status: deliveryStatusIs, visible: anyRow },
};
export type Resource = keyof typeof resources;

/** The table or view of a resource, called alike unless it says otherwise. */
function tableOf(resource: Resource): string {
  const listed = resources[resource];
  return "table" in listed ? listed.table : resource;
}

/** The filters of one part of a list, which is read for each status alone. */
type PartFilters = Omit<Filters, "status"> & { status?: string | undefined };

/** The lists that are read as a union for some filters. */
const unions: Partial<Record<Resource, (filters: PartFilters) => Union | undefined>> = {
  events: eventsUnion,
  collections: collectionsUnion,
  payouts: payoutsUnion,
  refunds: refundsUnion,
  credits: creditsUnion,
};

/** The public JSON of a resource's rows. */
export type ResourceJson<Name extends Resource> = z.output<(typeof resources)[Name]["json"]>;

/** A list's filters: columns by name; times as the caller wrote them, from inclusive, to exclusive. */
export type Filters = {
  /** Any of them. */
  status?: readonly string[] | undefined;
  type?: string | undefined;
  reference?: string | undefined;
  purpose?: string | undefined;
  merchantReference?: string | undefined;
  slug?: string | undefined;
  collection?: string | undefined;
  subject?: string | undefined;
  kind?: string | undefined;
  name?: string | undefined;
  duplicate?: string | undefined;
  currency?: string | undefined;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
  occurredFrom?: string | undefined;
  occurredTo?: string | undefined;
};

/**
 * The place of a row in a list, newest first: its time, to the microsecond and as PostgreSQL writes it, and its
 * id.
 */
export type Position = { createdAt: string; id: bigint };
export type Page<Item> = { items: Item[]; next: Position | null };

/** Which page of a list: `limit` rows after the position `after`, or from the newest row where that is null. */
export type PageRequest = { limit: number; after: Position | null; filters?: Filters };

/**
 * A page of a tenant's rows, newest first, after the position `after`. Rows that arrive while paging neither repeat
 * nor displace those that were there. `next` is null on the last page.
 */
export async function findPage<Name extends Resource>(
  connection: Connection,
  resource: Name,
  tenant: Tenant,
  { limit, after, filters = {} }: PageRequest,
): Promise<Page<ResourceJson<Name>>> {
  const { merchantId, environment } = tenant;
  const {
    status: statuses = [undefined],
    slug: withSlug,
    collection,
    merchantReference,
    ...others
  } = filters;
  const columns = { ...others, merchant_reference: merchantReference };
  const listed = resources[resource];
  const { function: json, status, visible } = listed;
  const time = "time" in listed ? listed.time : "created_at";
  const at = sql.identifier(["r", time]);
  const bySlug = (slug: string) =>
    resource === "collections" ? linkIs(connection, tenant, slug) : slugIs(slug);
  const ofSlug = withSlug === undefined ? anyRow : await bySlug(withSlug);
  const ofCollection = collection === undefined ? anyRow : await collectionIs(connection, tenant, collection);
  const rowsOf = (ofStatus: typeof anyRow, part: typeof anyRow) => sql.fragment`(
    select r as item, ${at} as created_at, r.id from ${sql.identifier([tableOf(resource)])} r
    where r.merchant_id = ${merchantId} and r.environment = ${environment} and ${visible} and ${ofStatus} and ${ofSlug}
      and ${ofCollection} and ${part} and ${conditionsOf(columns, after, time)}
    order by ${at} desc, r.id desc limit ${limit + 1})`;
  const parts = statuses.flatMap((one) => {
    const ofStatus = one === undefined ? anyRow : status(one, tenant);
    const union = unions[resource]?.({ ...filters, status: one });
    return union === undefined
      ? [rowsOf(ofStatus, anyRow)]
      : union.values.map((value) =>
          rowsOf(ofStatus, sql.fragment`${sql.identifier(["r", union.column])} = ${value}`),
        );
  });
  const rows = await connection.any(sql.type(rowOf<ResourceJson<Name>>())`
    select ${sql.identifier([json])}(r.item) as json, r.created_at::text as created_at, r.id
    from (${sql.join(parts, sql.fragment` union all `)}) r
    order by r.created_at desc, r.id desc limit ${limit + 1}`);
  return pageOf(rows, limit);
}

type Row<Item> = { json: Item; created_at: string; id: bigint };
const row = z.object({ json: z.unknown(), created_at: z.string(), id: z.bigint() });
/** The rows of a page: their JSON, which nobody checks again, and their positions. */
export const rowOf = <Item>() => row as unknown as z.ZodType<Row<Item>>;

/** A page of at most `limit` of the rows, of which one more than that was read. */
export function pageOf<Item>(rows: readonly Row<Item>[], limit: number): Page<Item> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(({ json }) => json),
    next: rows.length > limit && last !== undefined ? { createdAt: last.created_at, id: last.id } : null,
  };
}

type Conditions = Readonly<Record<string, string | bigint | undefined>>;

/** A condition for each value that was given, by the names of columns. */
export const equal = (alias: string, columns: Conditions) =>
  Object.entries(columns)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql.fragment`${sql.identifier([alias, column])} = ${value!}`);

/**
 * The filters that were given, by the names of columns, and the rows after a position. Absent ones are left out, so
 * that the planner picks the index that fits.
 */
export function conditionsOf(
  { createdFrom, createdTo, ...columns }: Conditions,
  after: Position | null,
  time = "created_at",
) {
  const at = sql.identifier(["r", time]);
  const conditions = equal("r", columns);
  if (createdFrom !== undefined) conditions.push(sql.fragment`${at} >= ${createdFrom}::timestamptz`);
  if (createdTo !== undefined) conditions.push(sql.fragment`${at} < ${createdTo}::timestamptz`);
  if (after !== null)
    conditions.push(sql.fragment`(${at}, r.id) < (${after.createdAt}::timestamptz, ${after.id})`);
  return sql.join([anyRow, ...conditions], sql.fragment` and `);
}

/** The public JSON of a tenant's row; null if it has none of that reference. */
export function findByReference<Name extends Resource>(
  connection: Connection,
  resource: Name,
  tenant: Tenant,
  reference: string,
) {
  const { function: json, visible } = resources[resource];
  return findOne<ResourceJson<Name>>(
    tableOf(resource),
    json,
    "reference",
    visible,
  )(connection, tenant, reference);
}
