export type Turns = {
  /**
   * Runs `act` when it is its turn. Raises what `refuse` makes, without running it, where the line is full, or the turn
   * has not come by `until`, on the clock of performance.now().
   */
  take<Result>(act: () => Promise<Result>, until?: number): Promise<Result>;
};

type Rules = { atOnce: number; mostWaiting: number; refuse: () => Error };

/** Lets `atOnce` run at a time, and `mostWaiting` wait for their turn, in the order in which they came. */
export function createTurns({ atOnce, mostWaiting, refuse }: Rules): Turns {
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

  return {
    async take(act, until = Infinity) {
      if (running >= atOnce) {
        if (waiting.size >= mostWaiting || until <= performance.now()) throw refuse();
        await waitForTurn(until);
      } else running += 1;
      try {
        return await act();
      } finally {
        // Whoever is next takes the place over.
        const [next] = waiting;
        if (next === undefined) running -= 1;
        else {
          waiting.delete(next);
          next();
        }
      }
    },
  };
}
