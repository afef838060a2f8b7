import { z } from "zod";
import { environments } from "../ledger/money.ts";
import type { Connection } from "../process/database.ts";
import { call } from "../process/call.ts";
import type { Tenant } from "../merchants/tenant.ts";

/** What can change for a merchant. */
const changeKinds = [
  "balances",
  "payouts",
  "refunds",
  "approvals",
  "collections",
  "virtual-accounts",
  "payment-links",
  "identity",
  "events",
  "deliveries",
  "verification",
] as const;
export type ChangeKind = (typeof changeKinds)[number];

const findMarks = call("change_marks", {
  environment: z.enum(environments),
  marks: z.record(z.enum(changeKinds), z.unknown()),
});

/** A mark of the newest state of each kind of resource, for each tenant. A different mark means a change. */
export async function findChangeMarks(connection: Connection, tenants: readonly Tenant[]) {
  const merchants = tenants.map(({ merchantId }) => merchantId);
  const itsEnvironments = tenants.map(({ environment }) => environment);
  return findMarks(connection, { merchantIds: merchants, environments: itsEnvironments });
}

export type WatchedSession = { sessionId: bigint; merchantId: bigint };

const findSessions = call("watched_sessions");

/** Which of these sessions are valid and still show their merchant to one of its members. Does not prolong them. */
export async function findWatchedSessions(connection: Connection, watched: readonly WatchedSession[]) {
  const sessions = watched.map(({ sessionId }) => sessionId);
  const merchants = watched.map(({ merchantId }) => merchantId);
  return findSessions(connection, { ids: sessions, merchantIds: merchants });
}
