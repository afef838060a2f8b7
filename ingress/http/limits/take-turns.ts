import { createHeldCounts } from "./held-counts.ts";

export type Turns = {
  /**
   * Runs `act` when it is its turn. Raises what `refuse` makes, without running it, where the line is full, or the turn
   * has not come by `until`, on the clock of performance.now(). `holders`: who asks, such as a person and a network.
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

type Waiting = { holders: readonly string[]; begin: () => void; giveUp: () => void };

/** The longest rest, so that one slow run does not delay the others for too long. */
const LONGEST_REST_MS = 1_000;

/**
 * Lets `atOnce` run at a time, and `mostWaiting` wait for their turn. Next is who had none for longest, by each of the
 * holders, and among these who came first. In a full line the last one of the holder that has most there makes room.
 */
export function createTurns({ atOnce, mostWaiting, restTimes = 0, refuse }: Rules): Turns {
  let running = 0;
  let turn = 0;
  const waiting = new Set<Waiting>();
  const inLine = createHeldCounts();
  /** The number of the last turn of each holder, while somebody waits. */
  const lastTurns = new Map<string, number>();

  const placesOf = (holders: readonly string[]) => Math.max(0, ...holders.map(inLine.heldBy));
  const turnsOf = ({ holders }: Waiting) => holders.map((holder) => lastTurns.get(holder) ?? 0);

  function noteTurn(holders: readonly string[]): void {
    turn += 1;
    for (const holder of holders) lastTurns.set(holder, turn);
  }

  function waitForTurn(holders: readonly string[], until: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const release = inLine.hold(holders);
      const leave = (end: () => void) => () => {
        clearTimeout(timer);
        waiting.delete(one);
        release();
        end();
      };
      const one = { holders, begin: leave(resolve), giveUp: leave(() => reject(refuse())) };
      waiting.add(one);
      const timer = until === Infinity ? undefined : setTimeout(one.giveUp, until - performance.now());
    });
  }

  /** Whether there is room for one more of these holders, which somebody with more places may have to make. */
  function makesRoom(holders: readonly string[]): boolean {
    if (waiting.size < mostWaiting) return true;
    const greediest = [...waiting].reduce<Waiting | undefined>(
      (most, one) => (most && placesOf(most.holders) > placesOf(one.holders) ? most : one),
      undefined,
    );
    if (greediest === undefined || placesOf(greediest.holders) <= placesOf(holders) + 1) return false;
    greediest.giveUp();
    return true;
  }

  /** Whoever is next takes the place over. */
  function passOn(): void {
    const next = [...waiting].reduce<Waiting | undefined>(
      (first, one) => (first && !comesBefore(turnsOf(one), turnsOf(first)) ? first : one),
      undefined,
    );
    if (next === undefined) {
      running -= 1;
      lastTurns.clear();
    } else {
      noteTurn(next.holders);
      next.begin();
    }
  }

  return {
    async take(act, until = Infinity, holders = []) {
      if (running >= atOnce) {
        if (until <= performance.now() || !makesRoom(holders)) throw refuse();
        await waitForTurn(holders, until);
      } else {
        running += 1;
        noteTurn(holders);
      }
      const startedAt = performance.now();
      try {
        return await act();
      } finally {
        const rest = Math.min((performance.now() - startedAt) * restTimes, LONGEST_REST_MS);
        if (rest === 0) passOn();
        else setTimeout(passOn, rest).unref();
      }
    },
  };
}

/** Whether somebody with these last turns is served before another: by the later one of each, then by the earlier. */
function comesBefore(one: readonly number[], other: readonly number[]): boolean {
  const later = Math.max(0, ...one) - Math.max(0, ...other);
  return later < 0 || (later === 0 && Math.min(...one) < Math.min(...other));
}
