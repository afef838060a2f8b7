import { setTimeout as sleep } from "node:timers/promises";
import { ApiError, type List } from "../../node/index.ts";

const POLL_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** Each poll starts this many items, and this long, before the newest: some appear out of order. */
const OVERLAP_ITEMS = 20;
const OVERLAP_MS = 60_000;

/** What following tells its user, besides the items. */
export type Notices = {
  signal: AbortSignal;
  /** Says that the service is away, or back. */
  tell: (notice: string) => void;
  onReady: () => void;
};

type Filter = { createdFrom?: string; limit: number };

/**
 * Yields what a list gets from now on, oldest first, until `signal` is aborted, whose reason it then throws. It uses
 * the items' own times: in test mode the service's clock may be far ahead of ours.
 */
export async function* follow<Item extends { createdAt: string }>(
  list: (filter: Filter) => List<Item>,
  idOf: (item: Item) => string,
  notices: Notices,
): AsyncGenerator<Item, never> {
  /** Newest first, limited to the overlap. */
  let known: Item[] = [];
  const startOfOverlap = () => {
    const [newest, last] = [known[0], known[OVERLAP_ITEMS - 1]];
    if (newest === undefined || last === undefined) return undefined;
    const from = Math.min(Date.parse(newest.createdAt) - OVERLAP_MS, Date.parse(last.createdAt));
    return new Date(from).toISOString();
  };
  const takeNew = async () => {
    const from = startOfOverlap();
    const filter = { limit: 100, ...(from !== undefined && { createdFrom: from }) };
    const listed = await persist(() => list(filter).all({ max: Infinity }), notices);
    const seen = new Set(known.map(idOf));
    const fresh = listed.filter((item) => !seen.has(idOf(item)));
    known = [...fresh, ...known].toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
    const forgotten = startOfOverlap();
    known = known.filter(({ createdAt }) => forgotten === undefined || createdAt >= forgotten);
    return fresh.reverse();
  };
  // Earlier items are not new.
  known = (await persist(() => list({ limit: OVERLAP_ITEMS }).page(), notices)).data;
  await takeNew();
  notices.onReady();
  for (;;) {
    yield* await takeNew();
    await sleep(POLL_MS, undefined, { signal: notices.signal });
  }
}

/** Repeats a call, with growing waits, while the service is away or busy. What else it throws is thrown. */
export async function persist<Result>(
  call: () => PromiseLike<Result>,
  { signal, tell }: Pick<Notices, "signal" | "tell">,
): Promise<Result> {
  for (let failures = 0; ; failures += 1) {
    try {
      const result = await call();
      if (failures > 0) tell("The service responds again.");
      return result;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ApiError) || !mayPass(error)) throw error;
      if (failures === 0) tell(`${error.message} Trying again; Ctrl-C stops.`);
      const wait = Math.max(POLL_MS * 2 ** failures, (error.retryAfter ?? 0) * 1000);
      await sleep(Math.min(LONGEST_WAIT_MS, wait), undefined, { signal });
    }
  }
}

/** Whether the service is away or busy; what responds with something else is not the service. */
const mayPass = ({ status, code }: ApiError): boolean =>
  code !== "INVALID_RESPONSE" && (status === undefined || status === 429 || status >= 500);
