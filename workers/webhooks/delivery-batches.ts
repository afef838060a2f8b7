import type { Connection } from "../../sql/process/database.ts";
import {
  claimDeliveries,
  endpointOf,
  recordAttempts,
  type Attempt,
  type Delivery,
  type Lane,
  type MadeAttempt,
} from "../../sql/webhooks/deliveries/deliveries.ts";
import { shareCalls } from "../../sql/process/batching/share-calls.ts";

const limits = {
  /** About as many as a process has in progress. 80 attempts in one call cost PostgreSQL seven times as much as one. */
  most: 100,
  /** More than a process has slots for webhooks, each of which waits for one call. */
  mostWaiting: 10_000,
};
/** Longer than a call waits for a connection and then for its response, which have limits of their own. */
const WAIT_MS = 15_000;

/**
 * A worker process's deliveries of all merchants in one lane share their calls. If a merchant's endpoint or event is
 * locked, only that merchant's deliveries wait for it.
 */
export function createDeliveryBatches(database: Connection, lane: Lane) {
  const claims = shareCalls({
    name: "claim_deliveries",
    ...limits,
    call: (eventIds: bigint[], waits) => claimDeliveries(database, { eventIds, ...lane, waits }),
    // Which merchant an event belongs to is known only from the call.
    ownerOf: (_, row) => (row?.outcome === "locked" ? `${row.merchantId}` : ""),
  });
  const records = shareCalls({
    name: "record_attempts",
    ...limits,
    ownerOf: endpointOf,
    call: (made: MadeAttempt[], waits) => recordAttempts(database, made, lane, waits),
  });
  const deadline = () => performance.now() + WAIT_MS;
  return {
    /** Claims an event; null if there is nothing to send now. */
    claim: async (eventId: bigint): Promise<Delivery | null> => {
      const row = await claims(eventId, deadline());
      return row.outcome === "claimed" ? row : null;
    },
    /** Records an attempt, and claims up to `takes` other events of its endpoint, which it returns. */
    record: async (delivery: Delivery, attempt: Attempt, takes: number): Promise<readonly Delivery[]> =>
      (await records({ ...delivery, attempt, takes }, deadline())).next,
  };
}

export type DeliveryBatches = ReturnType<typeof createDeliveryBatches>;
