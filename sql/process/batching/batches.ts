import { Histogram } from "prom-client";
import { DeadlinePassed, NoDatabaseConnection, type QueryTimes } from "../connections/connect-fairly.ts";
import { isRefusal } from "../errors.ts";
import { registry } from "../metrics/registry.ts";
import { inSharedCall, inSpan } from "../tracing/spans.ts";
import { presentPlace, type SpanPlace } from "../tracing/trace.ts";

const sizes = new Histogram({
  name: "payments_batch_items",
  help: "Items in one call of those that share calls of the database, by what the call does.",
  labelNames: ["batch"],
  buckets: [1, 2, 4, 8, 16, 32, 64, 128],
  registers: [registry],
});

/** Where an item waits: in a queue, among those of its owner. */
type Place = { queue: string; owner: string };

export type Limits = {
  /** What the calls do, for the metrics. */
  name: string;
  /** The most items in one call. */
  most: number;
  /** The most items of one owner that wait in one queue. */
  mostWaiting: number;
};

type Rules<Item, Result> = Limits & {
  /**
   * Processes all items in one transaction, and returns their results in the same order. The call is waited for until
   * the last item's deadline, and has to be sent before the first one's, whose caller would get an error.
   */
  call: (items: Item[], times: Required<QueryTimes>) => Promise<readonly Result[]>;
};

/** A call expires this long before an item's deadline, so that no timer of ours comes before. */
const BEFORE_DEADLINE_MS = 100;

/** The items waiting in a queue, by owner. The next owner to be served comes first, and leaves once it has none. */
type Queue<Item, Result> = Map<string, Set<Waiting<Item, Result>>>;

type Waiting<Item, Result> = {
  item: Item;
  /** The request or job that waits. */
  place: SpanPlace | undefined;
  deadline: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * Makes one call of many. While a queue's call is in progress, its further items wait, and go together as the next one.
 * An item that finds its queue idle is sent at once: it does not wait for others. Queues do not wait for each other.
 * The owners in a queue are served round robin, item by item, so that nobody waits for everything that another one has
 * sent.
 *
 * If the database refuses a call, nothing of it was done. It is then repeated in halves, until the refused item is
 * alone: only that one fails. If it expired unsent because of an item's deadline, it is repeated without that one.
 * After any other error, such as a lost connection, every item of the call fails with it.
 */
export function createBatches<Item, Result>({ name: label, most, mostWaiting, call }: Rules<Item, Result>) {
  /** The queues with a call in progress, each with the items waiting for it to end. */
  const queues = new Map<string, Queue<Item, Result>>();
  const size = sizes.labels({ batch: label });

  async function sendAll(name: string, first: Waiting<Item, Result>): Promise<void> {
    const queue: Queue<Item, Result> = new Map();
    queues.set(name, queue);
    for (let batch = [first]; batch.length > 0; batch = takeNext(queue)) await send(batch);
    queues.delete(name);
  }

  function takeNext(queue: Queue<Item, Result>): Waiting<Item, Result>[] {
    const batch: Waiting<Item, Result>[] = [];
    for (const [owner, own] of queue) {
      if (batch.length === most) break;
      queue.delete(owner);
      const [next] = own;
      if (next === undefined) continue;
      own.delete(next);
      batch.push(next);
      // At the end of the map, so that the loop comes back to this owner after the others.
      queue.set(owner, own);
    }
    return batch;
  }

  async function send(batch: Waiting<Item, Result>[]): Promise<void> {
    size.observe(batch.length);
    try {
      const places = batch.map(({ place }) => place);
      const items = batch.map(({ item }) => item);
      const deadlines = batch.map(({ deadline }) => deadline);
      const times = { deadline: Math.max(...deadlines), sendBy: Math.min(...deadlines) - BEFORE_DEADLINE_MS };
      const results = await inSharedCall(label, places, () => call(items, times));
      batch.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      if (error instanceof NoDatabaseConnection) return sendRest(batch, error);
      if (batch.length === 1 || !isRefusal(error)) return batch.forEach(({ reject }) => reject(error));
      const half = Math.ceil(batch.length / 2);
      await send(batch.slice(0, half));
      await send(batch.slice(half));
    }
  }

  /** Nothing of the batch was sent. If some items expired, the others go without them. */
  async function sendRest(batch: Waiting<Item, Result>[], error: unknown): Promise<void> {
    const inTime = batch.filter(({ deadline }) => performance.now() < deadline - BEFORE_DEADLINE_MS);
    const rest = inTime.length < batch.length ? inTime : [];
    for (const entry of batch) if (!rest.includes(entry)) entry.reject(error);
    if (rest.length > 0) await send(rest);
  }

  /**
   * Returns the item's result from a call that it shares with others of its queue. `deadline`, on the clock of
   * performance.now(), ends the wait: with NoDatabaseConnection while the item was not sent, and with DeadlinePassed
   * afterwards, when what the call did is not known. Rejects with NoDatabaseConnection too where too many of its owner
   * wait.
   */
  async function add({ queue: name, owner }: Place, item: Item, deadline: number): Promise<Result> {
    const queue = queues.get(name);
    const own = queue?.get(owner) ?? new Set();
    if (own.size >= mostWaiting) throw new NoDatabaseConnection("too many requests of one owner wait");
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const entry = { item, place: presentPlace(), deadline, resolve, reject };
    const expire = () => {
      const over = "the request's time is over";
      const waited = own.delete(entry);
      reject(waited ? new NoDatabaseConnection(`${over}, and nothing was sent`) : new DeadlinePassed(over));
    };
    const timer = setTimeout(expire, deadline - performance.now());
    if (queue === undefined) void sendAll(name, entry);
    else queue.set(owner, own.add(entry));
    return promise.finally(() => clearTimeout(timer));
  }

  return {
    // The span is from an item's arrival to its result; that of the call it went with is linked to it.
    add: (place: Place, item: Item, deadline: number) =>
      inSpan({ name: label, kind: "internal" }, () => add(place, item, deadline)),
    /** Whether a queue's call is in progress, so that an item of it would wait. */
    isUnderWay: (queue: string) => queues.has(queue),
  };
}
