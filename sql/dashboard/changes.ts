import { z } from "zod";
import { environments } from "../ledger/money.ts";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import type { Tenant } from "../merchants/tenant.ts";

/** What can change for a merchant. */
const changeKinds = [
  "balances",
  "payouts",
  "collections",
  "virtual-accounts",
  "payment-links",
  "identity",
  "events",
  "deliveries",
  "verification",
] as const;
export type ChangeKind = (typeof changeKinds)[number];

const marked = z.object({
  merchant_id: z.bigint(),
  environment: z.enum(environments),
  marks: z.record(z.enum(changeKinds), z.unknown()),
});

/** For each tenant a mark of the newest state of each kind of resource. A different mark means a change. */
export async function findChangeMarks(connection: Connection, tenants: readonly Tenant[]) {
  const merchants = tenants.map(({ merchantId }) => merchantId);
  const itsEnvironments = tenants.map(({ environment }) => environment);
  return connection.any(sql.type(marked)`
    select merchant_id, environment, marks
    from change_marks(${sql.array(merchants, "int8")}, ${sql.array(itsEnvironments, "text")})`);
}

export type WatchedSession = { sessionId: bigint; merchantId: bigint };

/** Which of these sessions are valid and still show their merchant to one of its members. Does not prolong them. */
export async function findWatchedSessions(connection: Connection, watched: readonly WatchedSession[]) {
  const sessions = watched.map(({ sessionId }) => sessionId);
  const merchants = watched.map(({ merchantId }) => merchantId);
  return connection.anyFirst(sql.type(z.object({ id: z.bigint() }))`
    select id from watched_sessions(${sql.array(sessions, "int8")}, ${sql.array(merchants, "int8")}) as id`);
}
