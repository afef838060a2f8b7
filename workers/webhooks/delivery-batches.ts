import { createBatches } from "../../sql/batches.ts";
import type { Connection } from "../../sql/database.ts";
import {
  claimDeliveries,
  recordAttempts,
  type Attempt,
  type Delivery,
  type Lane,
} from "../../sql/queries/deliveries.ts";

export type DeliveryBatches = {
  /** Claims an event; null if there is nothing to send now. */
  claim(eventId: bigint): Promise<Delivery | null>;
  /**
   * Records an attempt to send a delivery. `goesOn`: claims another event of its endpoint too, and returns it; null if
   * there is nothing to send now.
   */
  record(delivery: Delivery, attempt: Attempt, goesOn: boolean): Promise<Delivery | null>;
};

/** 32 attempts in one call cost PostgreSQL a few times what one costs. A call of more delays the first. */
const MOST = 32;
/** More than a process has slots for webhooks, each of which waits for one call. */
const MOST_WAITING = 10_000;
/** Longer than a call waits for a connection and then for its response, which have limits of their own. */
const WAIT_MS = 15_000;

/**
 * The deliveries that a worker process has under way in one lane share their calls, whosever they are. A shared call
 * waits for no lock of an endpoint or event. It passes over what is locked, which is then called by itself, and waits:
 * only deliveries to the same endpoint wait behind it.
 */
export function createDeliveryBatches(database: Connection, lane: Lane): DeliveryBatches {
  const claims = shareCalls((eventIds: bigint[], waits) => claimDeliveries(database, eventIds, lane, waits));
  const records = shareCalls((made: Made[], waits) =>
    recordAttempts(
      database,
      made.map(({ delivery, ...rest }) => ({ eventId: delivery.event_id, fence: delivery.fence, ...rest })),
      lane,
      waits,
    ),
  );
  return {
    claim: async (eventId) => {
      let claim = await claims.together(eventId);
      if (claim.outcome === "locked") claim = await claims.alone(claim.merchant_id, eventId);
      return claim.outcome === "claimed" ? claim : null;
    },
    record: async (delivery, attempt, goesOn) => {
      const made = { delivery, attempt, goesOn };
      let recorded = await records.together(made);
      if (recorded?.status === "locked") recorded = await records.alone(delivery.merchant_id, made);
      return recorded?.next ?? null;
    },
  };
}

type Made = { delivery: Delivery; attempt: Attempt; goesOn: boolean };

function shareCalls<Item, Result>(call: (items: Item[], waits: boolean) => Promise<readonly Result[]>) {
  const limits = { mostWaiting: MOST_WAITING };
  const shared = createBatches<Item, Result>({ ...limits, most: MOST, call: (items) => call(items, false) });
  const single = createBatches<Item, Result>({ ...limits, most: 1, call: (items) => call(items, true) });
  const deadline = () => performance.now() + WAIT_MS;
  return {
    together: (item: Item) => shared.add({ line: "", owner: "" }, item, deadline()),
    alone: (merchantId: bigint, item: Item) => {
      const owner = String(merchantId);
      return single.add({ line: owner, owner }, item, deadline());
    },
  };
}
