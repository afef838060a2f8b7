import { createBatches } from "../../sql/batches.ts";
import type { Connection } from "../../sql/database.ts";
import {
  claimPayouts,
  finishPayouts,
  type ClaimedPayout,
  type FinishResult,
  type Held,
  type PayoutEnd,
  type PayoutFinish,
} from "../../sql/queries/payouts.ts";

export type PayoutCalls = {
  /** Claims a pending payout, which is then 'processing'; null if it is not pending. */
  claim(id: bigint): Promise<ClaimedPayout | null>;
  /** Stores how a claimed payout ended, with its journal and event: see finishPayouts(). */
  finish(claim: ClaimedPayout, end: PayoutEnd): Promise<FinishResult>;
};

/** Payouts in one call: about as many as run at once. A call of more delays the first. */
const MOST = 64;
/** A task that was aborted has ten seconds to record what it knows. */
const WAIT_MS = 8_000;

/**
 * Claims and finishes payouts that come at the same time in one call: one transaction, and one journal statement,
 * however many they are and whoever's. A call passes over what somebody else holds, such as a merchant's balance, so
 * that nobody waits for another merchant. Those are called again, and wait, each payout or merchant by itself.
 */
export function createPayoutCalls(database: Connection): PayoutCalls {
  const claims = passOver<bigint, ClaimedPayout | null>({
    call: (ids, options) => claimPayouts(database, ids, options),
    holder: (id) => `${id}`,
  });
  const finishes = passOver<PayoutFinish & { claim: ClaimedPayout }, FinishResult>({
    call: (items, options) => finishPayouts(database, items, options),
    holder: ({ claim }) => `${claim.merchantId}`,
  });
  return { claim: claims, finish: (claim, end) => finishes({ claim, end }) };
}

type Rules<Item, Result> = {
  call: (items: Item[], options: { wait: boolean }) => Promise<readonly (Result | Held)[]>;
  /** Items with the same are held by the same, and wait together. */
  holder: (item: Item) => string;
};

function passOver<Item, Result>({ call, holder }: Rules<Item, Result>): (item: Item) => Promise<Result> {
  // As many wait as there are tasks, which are bounded.
  const bounds = { most: MOST, mostWaiting: Infinity };
  const together = createBatches<Item, Result | Held>({
    ...bounds,
    call: (items) => call(items, { wait: false }),
  });
  const patiently = createBatches<Item, Result>({
    ...bounds,
    // Nothing is held for one that waits.
    call: (items) => call(items, { wait: true }) as Promise<readonly Result[]>,
  });
  return async (item) => {
    const deadline = performance.now() + WAIT_MS;
    const result = await together.add({ line: "all", owner: holder(item) }, item, deadline);
    return result === "held"
      ? patiently.add({ line: holder(item), owner: holder(item) }, item, deadline)
      : result;
  };
}
