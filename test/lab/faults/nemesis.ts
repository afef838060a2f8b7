import { setTimeout as sleep } from "node:timers/promises";
import type { Platform } from "./platform/start-platform.ts";
import { createRandom, type Random } from "../random.ts";
import type { Fault } from "./run.ts";

export type Played = { name: string; what: string; from: number; to: number };

export type Nemesis = {
  /** Every fault so far, in milliseconds of the run. */
  played: Played[];
  /** No more faults; resolves when the last one is over. */
  stop(): Promise<void>;
};

type Options = { faults: Fault[]; seed: number; lanes: number; gapMs: number };

/** Injects faults endlessly, in parallel lanes. A seed draws the same faults in each lane, in the same order. */
export function startNemesis(platform: Platform, { faults, seed, lanes, gapMs }: Options): Nemesis {
  const started = performance.now();
  const played: Played[] = [];
  const ending = new AbortController();
  const total = faults.reduce((sum, { weight }) => sum + weight, 0);

  function draw(random: Random): Fault {
    let left = random.between(0, total);
    return faults.find(({ weight }) => (left -= weight) < 0) ?? faults[0]!;
  }

  async function play(random: Random): Promise<void> {
    while (!ending.signal.aborted) {
      await sleep(random.between(0.5, 1.5) * gapMs, undefined, { signal: ending.signal }).catch(() => {});
      if (ending.signal.aborted) return;
      const fault = draw(random);
      const from = performance.now() - started;
      // A fault may fail because of another: its statement, for instance, while the database is down.
      const what = await fault.play(platform, random).catch((error: Error) => `failed: ${error.message}`);
      played.push({ name: fault.name, what, from, to: performance.now() - started });
    }
  }

  const playing = Promise.all(Array.from({ length: lanes }, (_, lane) => play(createRandom(seed + lane))));
  return {
    played,
    stop: async () => {
      ending.abort();
      await playing;
    },
  };
}
