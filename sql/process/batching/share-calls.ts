import type { QueryTimes } from "../connections/connect-fairly.ts";
import { createBatches, type Limits } from "./batches.ts";

type Rules<Item, Row> = Limits & {
  /** The shared queue of an item; by default all have one. */
  queueOf?: (item: Item) => string;
  /** Whose locks an item needs. Locked items of one owner wait together. `row`: the result that says it is locked. */
  ownerOf: (item: Item, row?: Row) => string;
  /**
   * Processes all items in one transaction, and returns their results in the same order. `waits`: for locks; otherwise
   * a locked item is skipped, and its outcome is `locked`. `times`: see createBatches().
   */
  call: (items: Item[], waits: boolean, times: Required<QueryTimes>) => Promise<readonly Row[]>;
};

/**
 * Concurrent items share a call, whoever owns them. A shared call waits for nobody's lock: it skips a locked item. Such
 * an item goes into its owner's queue and waits there, and so do those that the owner adds until that queue is empty.
 * They delay nobody else.
 */
export function shareCalls<Item, Row extends { outcome: string }>({
  queueOf = () => "all",
  ownerOf,
  call,
  ...limits
}: Rules<Item, Row>) {
  const batches = (waits: boolean) =>
    createBatches<Item, Row>({ ...limits, call: (items, times) => call(items, waits, times) });
  const shared = batches(false);
  const waiting = batches(true);
  const isDone = (row: Row): row is Row & { outcome: Exclude<Row["outcome"], "locked"> } =>
    row.outcome !== "locked";

  /** Returns an item's result from a call that it shares with others. `deadline`: see createBatches(). */
  return async (item: Item, deadline: number) => {
    let owner = ownerOf(item);
    if (!waiting.isUnderWay(owner)) {
      const row = await shared.add({ queue: queueOf(item), owner }, item, deadline);
      if (isDone(row)) return row;
      owner = ownerOf(item, row);
    }
    for (;;) {
      const row = await waiting.add({ queue: owner, owner }, item, deadline);
      // Skipped although it waits: the same call had another item that needs the same.
      if (isDone(row)) return row;
    }
  };
}
