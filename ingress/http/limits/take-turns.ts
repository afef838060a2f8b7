export type Turns = {
  /**
   * Runs `act` when it is its turn. Raises what `refuse` makes, without running it, where the line is full, or the turn
   * has not come by `until`, on the clock of performance.now().
   */
  take<Result>(act: () => Promise<Result>, until?: number): Promise<Result>;
};

type Rules = {
  atOnce: number;
  mostWaiting: number;
  /** After each run, a rest of this many times as long as the run took. None by default. */
  restTimes?: number;
  refuse: () => Error;
};

/** The longest rest, so that one slow run does not delay the others for too long. */
const LONGEST_REST_MS = 1_000;

/** Lets `atOnce` run at a time, and `mostWaiting` wait for their turn, in the order in which they came. */
export function createTurns({ atOnce, mostWaiting, restTimes = 0, refuse }: Rules): Turns {
  let running = 0;
  const waiting = new Set<() => void>();

  function waitForTurn(until: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        waiting.delete(begin);
        reject(refuse());
      };
      waiting.add(begin);
      const timer = until === Infinity ? undefined : setTimeout(giveUp, until - performance.now());
    });
  }

  /** Whoever is next takes the place over. */
  function passOn(): void {
    const [next] = waiting;
    if (next === undefined) running -= 1;
    else {
      waiting.delete(next);
      next();
    }
  }

  return {
    async take(act, until = Infinity) {
      if (running >= atOnce) {
        if (waiting.size >= mostWaiting || until <= performance.now()) throw refuse();
        await waitForTurn(until);
      } else running += 1;
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
