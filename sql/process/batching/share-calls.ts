import type { QueryTimes } from "../connections/connect-fairly.ts";
import { createBatches, type Place } from "./batches.ts";

/** The result of an item that a call skipped because its rows are locked. */
export class Locked {
  /** The owner of the locks it waits for. Items waiting for one owner's locks share a queue. */
  readonly owner: string;

  constructor(owner: string) {
    this.owner = owner;
  }
}

type Rules<Item, Result> = {
  /** What the calls do, for the metrics. */
  name: string;
  /** The most items in one call. */
  most: number;
  /** The most items of one owner that wait in one queue. */
  mostWaiting: number;
  /**
   * Processes all items in one transaction, and returns their results in the same order. `waits`: for locks; otherwise
   * it skips locked items. `times`: see createBatches().
   */
  call: (items: Item[], waits: boolean, times: QueryTimes) => Promise<readonly (Result | Locked)[]>;
};

/** See Batches.add(). `place.queue` is the shared one. */
export type AddToCall<Item, Result> = (place: Place, item: Item, deadline: number) => Promise<Result>;

/**
 * Concurrent items share a call, whoever owns them. A shared call waits for nobody's lock: it skips a locked item. Such
 * an item goes into its owner's queue and waits there, and so do those that the owner adds until that queue is empty.
 * They delay nobody else.
 */
export function shareCalls<Item, Result>({ call, ...limits }: Rules<Item, Result>): AddToCall<Item, Result> {
  const shared = createBatches<Item, Result | Locked>({
    ...limits,
    call: (items, times) => call(items, false, times),
  });
  const waiting = createBatches<Item, Result | Locked>({
    ...limits,
    call: (items, times) => call(items, true, times),
  });

  return async (place, item, deadline) => {
    let { owner } = place;
    if (!waiting.isUnderWay(owner)) {
      const result = await shared.add(place, item, deadline);
      if (!(result instanceof Locked)) return result;
      owner = result.owner;
    }
    for (;;) {
      const result = await waiting.add({ queue: owner, owner }, item, deadline);
      // Skipped although it waits: the same call had another item that needs the same.
      if (!(result instanceof Locked)) return result;
    }
  };
}
