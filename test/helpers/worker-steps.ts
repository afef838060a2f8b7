import { expect } from "vitest";
import { z } from "zod";
import type { Connection, Database } from "../../sql/process/database.ts";
import type { GatewayName } from "../../workers/gateways/manifest/manifests.ts";
import {
  claimDeliveries,
  recordAttempts,
  type Attempt,
  type Delivery,
} from "../../sql/webhooks/deliveries/deliveries.ts";
import {
  claimPayouts as claimByIds,
  finishPayouts as finish,
  reroutePayout as reroute,
  type ClaimedPayout,
  type PayoutEnd,
  type PayoutFinish,
} from "../../sql/payouts/payouts.ts";
import { sql } from "../../sql/process/sql-tag.ts";

type Gateways = { mayRepeat?: readonly string[]; choice?: unknown };

/** Claims payouts in one call; null for one that is not pending. */
export async function claimPayouts(
  connection: Connection,
  payoutIds: readonly bigint[],
  {
    waits,
    liveGateways: gateways = [],
    mayRepeat = [],
    choice: gatewayChoice = null,
  }: Gateways & { waits: boolean; liveGateways?: readonly string[] },
): Promise<(ClaimedPayout | null | "locked")[]> {
  const rows = await claimByIds(connection, { payoutIds, waits, gateways, mayRepeat, gatewayChoice });
  return rows.map((row) => (row.outcome === "claimed" ? row : row.outcome === "locked" ? row.outcome : null));
}

/** Claims a payout that its gateway did not send for the next of these gateways. */
export const reroutePayout = (
  connection: Connection,
  { id: payoutId, fence }: Pick<ClaimedPayout, "id" | "fence">,
  {
    reason,
    neverLeft = false,
    gateways,
    mayRepeat = [],
    choice: gatewayChoice = null,
  }: Gateways & { reason: string | null; neverLeft?: boolean; gateways: readonly string[] },
) => reroute(connection, { payoutId, fence, reason, neverLeft, gateways, mayRepeat, gatewayChoice });

/** Stores how claimed payouts ended in one call. */
export const finishPayouts = async (
  connection: Connection,
  finishes: readonly PayoutFinish[],
  { waits }: { waits: boolean },
) => (await finish(connection, finishes, { waits, sends: false })).map(({ outcome }) => outcome);

/** Claims one payout, a live one for `gateway`, waiting for its lock; null if it is not pending. */
export async function claimPayout(
  connection: Connection,
  id: bigint,
  gateway: GatewayName = "http",
): Promise<ClaimedPayout | null> {
  const [claim] = await claimPayouts(connection, [id], { waits: true, liveGateways: [gateway] });
  return claim as ClaimedPayout | null;
}

/** A claim of a pending payout that is under way: it commits when it is told to. */
export async function beginClaim(database: Database, id: bigint): Promise<{ end: () => Promise<void> }> {
  const [begun, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const claim = database.transaction(async (worker) => {
    await worker.query(sql.type(z.object({}))`set local idle_in_transaction_session_timeout = '2min'`);
    expect(await claimPayout(worker, id)).not.toBeNull();
    begun.resolve();
    await ending.promise;
  });
  await Promise.race([begun.promise, claim]);
  return {
    end: () => {
      ending.resolve();
      return claim;
    },
  };
}

/** Stores how one claimed payout ended, waiting for its locks. */
export async function finishPayout(
  connection: Connection,
  claim: PayoutFinish["claim"],
  end: PayoutEnd,
): Promise<"done" | "stale" | "contradiction"> {
  const [result] = await finishPayouts(connection, [{ claim, end }], { waits: true });
  if (result === undefined || result === "locked") throw new Error("it waits for its locks");
  return result;
}

/** Claims one event, waiting for its locks; null if there is nothing to send now. */
export async function claimDelivery(
  connection: Connection,
  eventId: bigint,
  workerId: bigint,
  isSlow: boolean,
): Promise<Delivery | null> {
  const [claimed] = await claimDeliveries(connection, { eventIds: [eventId], workerId, isSlow, waits: true });
  return claimed!.outcome === "claimed" ? claimed! : null;
}

/** Records one attempt, after which no other event is taken, waiting for its locks. */
export async function recordAttempt(
  connection: Connection,
  eventId: bigint,
  fence: bigint,
  attempt: Attempt,
) {
  // It claims nothing, so it needs neither worker nor merchant.
  const made = { eventId, fence, attempt, takes: 0, merchantId: 0n, environment: "test" } as const;
  await recordAttempts(connection, [made], { workerId: 0n, isSlow: false }, true);
  const delivery = z.object({ status: z.string(), next_attempt_at: z.date().nullable() });
  return connection.one(sql.type(delivery)`
    select d ->> 'status' as status, (d ->> 'nextAttemptAt')::timestamptz as next_attempt_at
    from events e cross join delivery_json(e) d where e.id = ${eventId}`);
}
