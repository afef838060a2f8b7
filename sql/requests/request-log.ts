import { z } from "zod";
import type { Connection } from "../process/database.ts";
import type { Environment } from "../ledger/money.ts";
import type { LoggedRequestJson } from "../requests/logged-request-json.ts";
import { call } from "../process/call.ts";
import { sql } from "../process/sql-tag.ts";
import { conditionsOf, equal, pageOf, rowOf, type Page, type PageRequest } from "../process/pages.ts";
import type { Tenant } from "../merchants/tenant.ts";

/** A request of a merchant's key or person, as the ingress saw it. */
export type SeenRequest = {
  merchantId: bigint;
  environment: Environment;
  /** The reference of the key or of the person. */
  caller: string;
  /** The address that it came from. Only that of a key's last use is kept. */
  address: string;
  requestId: string;
  method: string;
  /** As declared, never with a caller's values. */
  path: string;
  status: number;
  errorCode: string | undefined;
  /** The response header of that name. */
  ignoredFields?: string | undefined;
  /** When it arrived, in milliseconds of Unix time, and how long it took. */
  arrivedAt: number;
  durationMs: number;
};

/** Writes a batch of SeenRequest into the log, and when their keys were used last. Returns how many were written. */
export const keepRequests = call("keep_requests");

/** The filters of requests: a kind, one request's id, and arrival time: from inclusive, to exclusive. */
export type RequestFilters = {
  method?: string | undefined;
  path?: string | undefined;
  /** The first digit of the status. */
  statusClass?: number | undefined;
  errorCode?: string | undefined;
  requestId?: string | undefined;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
};

/**
 * A page of a merchant's requests in one environment, newest first. A filter by kind takes the newest rows of each kind
 * that fits, by an index, so that it costs as little where few requests fit as where many do.
 */
export async function findRequests(
  connection: Connection,
  { merchantId, environment }: Tenant,
  { limit, after, filters = {} }: Omit<PageRequest, "filters"> & { filters?: RequestFilters },
): Promise<Page<LoggedRequestJson>> {
  const { requestId, createdFrom, createdTo, method, path, statusClass, errorCode } = filters;
  const conditions = { merchant_id: merchantId, environment, request_id: requestId, createdFrom, createdTo };
  const fitting = equal("k", { method, path, error_code: errorCode });
  if (statusClass !== undefined) fitting.push(sql.fragment`k.status / 100 = ${statusClass}`);
  const rows = (ofKind: typeof fitting) => sql.fragment`
    select r as request, r.created_at, r.id from request_log r
    where ${sql.join([conditionsOf(conditions, after), ...ofKind], sql.fragment` and `)}
    order by r.created_at desc, r.id desc limit ${limit + 1}`;
  const source =
    fitting.length === 0
      ? rows([])
      : sql.fragment`
          select r.* from request_kinds k
          cross join lateral (${rows([sql.fragment`r.kind_id = k.id`])}) r
          where ${sql.join(fitting, sql.fragment` and `)}
          order by r.created_at desc, r.id desc limit ${limit + 1}`;
  const found = await connection.any(sql.type(rowOf<LoggedRequestJson>())`
    select logged_request_json(r.request) as json, r.created_at::text as created_at, r.id
    from (${source}) r order by r.created_at desc, r.id desc`);
  return pageOf(found, limit);
}

/** The newest request of a merchant with this id, which callers may choose and repeat; null if there is none. */
export async function findRequest(
  connection: Connection,
  tenant: Tenant,
  requestId: string,
): Promise<LoggedRequestJson | null> {
  const { items } = await findRequests(connection, tenant, { limit: 1, after: null, filters: { requestId } });
  return items[0] ?? null;
}

const day = z.object({ requests: z.number(), kept: z.number() });

/** How many requests a merchant sent today (UTC), and how many of them the log keeps. */
export async function countRequestsToday(connection: Connection, { merchantId, environment }: Tenant) {
  const found = await connection.maybeOne(sql.type(day)`
    select requests::float8 as requests, least(requests, request_log_bound())::float8 as kept
    from request_log_days
    where merchant_id = ${merchantId} and environment = ${environment} and day = (now() at time zone 'UTC')::date`);
  return found ?? { requests: 0, kept: 0 };
}
