import { percentile } from "../../statistics.ts";

export type Load = {
  /** Its duration. The first fifth is a warm-up and does not count. */
  seconds: number;
  /** How many run at once. */
  clients: number;
  /** Open loop: how many begin per second, even if earlier ones still run. Otherwise each client begins the next. */
  perSecond?: number;
};

/** Rates per second; durations in milliseconds; the total, and the times since which they ran and counted. */
export type Loaded = {
  perSecond: number;
  p50: number;
  p99: number;
  count: number;
  start: Date;
  counted: Date;
};

const WARM_UP = 0.2;

/**
 * Repeats `act`. With a pace, a duration counts from the moment when it should have begun, so that waiting for a slow
 * one counts too. Rejects with the first error.
 */
export async function keepBusy(
  { seconds, clients, perSecond }: Load,
  act: () => Promise<void>,
): Promise<Loaded> {
  const start = performance.now();
  const end = start + seconds * 1_000;
  const counted = start + seconds * 1_000 * WARM_UP;
  const times: number[] = [];
  let count = 0;
  let completed = 0;
  const run = async (from: number) => {
    await act();
    const now = performance.now();
    count += 1;
    if (now >= counted && now <= end) completed += 1;
    if (from >= counted) times.push(now - from);
  };
  if (perSecond === undefined) {
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (performance.now() < end) await run(performance.now());
      }),
    );
  } else await keepPace(start, end, perSecond, run);
  return {
    perSecond: completed / ((end - counted) / 1_000),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    count,
    start: new Date(performance.timeOrigin + start),
    counted: new Date(performance.timeOrigin + counted),
  };
}

/** Begins at an even pace; late ones begin at once. */
async function keepPace(
  start: number,
  end: number,
  perSecond: number,
  run: (from: number) => Promise<void>,
): Promise<void> {
  const running: Promise<void>[] = [];
  const every = 1_000 / perSecond;
  for (let next = start; next < end;) {
    for (; next <= performance.now() && next < end; next += every) running.push(run(next));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(running);
}
