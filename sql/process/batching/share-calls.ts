import type { QueryTimes } from "../connections/connect-in-turn.ts";
import { createBatches, type Place } from "./batches.ts";

/** Stands for the result of an item that a call passed over: somebody else has locked what it needs. */
export class Locked {
  /** Whose locks it waits for. What waits for locks of one owner waits in one line. */
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
  /** The most items of one owner that wait in one line. */
  mostWaiting: number;
  /**
   * Does what one item needs for each of them, in one transaction. Returns their results in the same order. `waits`:
   * for locks; otherwise it passes over an item whose locks somebody else has, and does nothing of it. `times`: see
   * createBatches().
   */
  call: (items: Item[], waits: boolean, times: QueryTimes) => Promise<readonly (Result | Locked)[]>;
};

/** See Batches.add(). `place.line` is the one that is shared. */
export type AddToCall<Item, Result> = (place: Place, item: Item, deadline: number) => Promise<Result>;

/**
 * Items that come together share a call, whoever owns them. A shared call waits for nobody's lock: it passes over an
 * item that needs one. Such an item goes into a line of its owner's and waits there, and so do those that the owner
 * adds until that line is empty. They delay nobody else.
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
      const result = await waiting.add({ line: owner, owner }, item, deadline);
      // Passed over although it waits: the same call had another item that needs the same.
      if (!(result instanceof Locked)) return result;
    }
  };
}
