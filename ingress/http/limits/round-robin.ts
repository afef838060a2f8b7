import { createHeldCounts } from "./held-counts.ts";

export type RoundRobin = {
  /**
   * Runs `act` once a slot is free. Raises the error of `refuse`, without running it, if the queue is full, or no slot
   * is free by `until`, on the clock of performance.now(). `holders`: the callers, such as a person and a network.
   */
  take<Result>(act: () => Promise<Result>, until?: number, holders?: readonly string[]): Promise<Result>;
};

type Rules = {
  atOnce: number;
  mostWaiting: number;
  /** After each run, a rest of this many times as long as the run took. None by default. */
  restTimes?: number;
  refuse: () => Error;
};

type Waiting = { holders: readonly string[]; begin: () => void; expire: () => void };

/** The longest rest, so that one slow run does not delay the others for too long. */
const LONGEST_REST_MS = 1_000;

/**
 * Lets `atOnce` run at a time, and `mostWaiting` wait. The next is the one served longest ago, by each of its holders,
 * ties in order of arrival. In a full queue the holder with the most entries loses its last one.
 */
export function createRoundRobin({ atOnce, mostWaiting, restTimes = 0, refuse }: Rules): RoundRobin {
  let running = 0;
  let served = 0;
  const waiting = new Set<Waiting>();
  const queued = createHeldCounts();
  /** When each holder was last served, by a counter, while somebody waits. */
  const lastServed = new Map<string, number>();

  const queuedOf = (holders: readonly string[]) => Math.max(0, ...holders.map(queued.heldBy));
  const servedOf = ({ holders }: Waiting) => holders.map((holder) => lastServed.get(holder) ?? 0);

  function markServed(holders: readonly string[]): void {
    served += 1;
    for (const holder of holders) lastServed.set(holder, served);
  }

  function waitForSlot(holders: readonly string[], until: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const release = queued.hold(holders);
      const leave = (end: () => void) => () => {
        clearTimeout(timer);
        waiting.delete(one);
        release();
        end();
      };
      const one = { holders, begin: leave(resolve), expire: leave(() => reject(refuse())) };
      waiting.add(one);
      const timer = until === Infinity ? undefined : setTimeout(one.expire, until - performance.now());
    });
  }

  /** Whether there is room for one more of these holders; if not, a holder with more entries may lose one. */
  function makesRoom(holders: readonly string[]): boolean {
    if (waiting.size < mostWaiting) return true;
    const greediest = [...waiting].reduce<Waiting | undefined>(
      (most, one) => (most && queuedOf(most.holders) > queuedOf(one.holders) ? most : one),
      undefined,
    );
    if (greediest === undefined || queuedOf(greediest.holders) <= queuedOf(holders) + 1) return false;
    greediest.expire();
    return true;
  }

  /** The next one gets the slot. */
  function serveNext(): void {
    const next = [...waiting].reduce<Waiting | undefined>(
      (first, one) => (first && !comesBefore(servedOf(one), servedOf(first)) ? first : one),
      undefined,
    );
    if (next === undefined) {
      running -= 1;
      lastServed.clear();
    } else {
      markServed(next.holders);
      next.begin();
    }
  }

  return {
    async take(act, until = Infinity, holders = []) {
      if (running >= atOnce) {
        if (until <= performance.now() || !makesRoom(holders)) throw refuse();
        await waitForSlot(holders, until);
      } else {
        running += 1;
        markServed(holders);
      }
      const startedAt = performance.now();
      try {
        return await act();
      } finally {
        const rest = Math.min((performance.now() - startedAt) * restTimes, LONGEST_REST_MS);
        if (rest === 0) serveNext();
        else setTimeout(serveNext, rest).unref();
      }
    },
  };
}

/** Whether a holder last served then comes before another: by the later value of each, then by the earlier. */
function comesBefore(one: readonly number[], other: readonly number[]): boolean {
  const later = Math.max(0, ...one) - Math.max(0, ...other);
  return later < 0 || (later === 0 && Math.min(...one) < Math.min(...other));
}
