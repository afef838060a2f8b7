import type { Connection } from "../../sql/process/database.ts";
import {
  claimDeliveries,
  recordAttempts,
  type Attempt,
  type Delivery,
  type Lane,
  type Recorded,
} from "../../sql/webhooks/deliveries/deliveries.ts";
import { Locked, shareCalls } from "../../sql/process/batching/share-calls.ts";

export type DeliveryBatches = {
  /** Claims an event; null if there is nothing to send now. */
  claim(eventId: bigint): Promise<Delivery | null>;
  /**
   * Records an attempt to send a delivery, and claims up to `takes` other events of its endpoint, which it returns.
   */
  record(delivery: Delivery, attempt: Attempt, takes: number): Promise<readonly Delivery[]>;
};

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
export function createDeliveryBatches(database: Connection, lane: Lane): DeliveryBatches {
  const claims = shareCalls<bigint, Delivery | null>({
    name: "claim_deliveries",
    ...limits,
    call: async (eventIds, waits) =>
      (await claimDeliveries(database, { eventIds, ...lane, waits })).map((claim) => {
        if (claim.outcome === "locked") return new Locked(String(claim.merchantId));
        return claim.outcome === "claimed" ? claim : null;
      }),
  });
  const records = shareCalls<Made, Recorded | undefined>({
    name: "record_attempts",
    ...limits,
    call: async (made, waits) => {
      const attempts = made.map(({ delivery: { eventId, fence }, ...rest }) => ({
        eventId,
        fence,
        ...rest,
      }));
      const results = await recordAttempts(database, attempts, lane, waits);
      return results.map((result, index) =>
        result?.status === "locked" ? new Locked(ownerOf(made[index]!)) : result,
      );
    },
  });
  const deadline = () => performance.now() + WAIT_MS;
  return {
    // Which merchant an event belongs to is known only once it is claimed.
    claim: (eventId) => claims({ queue: "", owner: "" }, eventId, deadline()),
    record: async (delivery, attempt, takes) => {
      const made = { delivery, attempt, takes };
      return (await records({ queue: "", owner: ownerOf(made) }, made, deadline()))?.next ?? [];
    },
  };
}

type Made = { delivery: Delivery; attempt: Attempt; takes: number };

const ownerOf = ({ delivery }: Made) => `${delivery.merchantId} ${delivery.environment}`;
