import type { Platforms } from "./platform/platforms.ts";

/** What measurements use: how long to measure, how much to send, and the platforms, which last for the run. */
export type Bench = {
  platforms: Platforms;
  /** The duration of a load. The warm-up before is a quarter more and does not count. */
  seconds: number;
  /** How many payouts, webhooks or jobs are processed. */
  amount: number;
};

/** One measurement, with each figure under its unit. */
export type Measurement<Unit extends string> = {
  title: string;
  measure: (bench: Bench, round: Round) => Promise<Record<Unit, number>>;
};

/** One round: takes each measurement once, however many rows and other measurements use it. */
export type Round = <Unit extends string>(measurement: Measurement<Unit>) => Promise<Record<Unit, number>>;

export type Target = { atLeast: number } | { atMost: number };

/** One row of the table, with its target beside it. */
export type Row = {
  title: string;
  /** The value's unit: "× no-op jobs", "ms". */
  unit: string;
  target: Target;
  value: (round: Round) => Promise<number>;
  /** Only in runs with --million. */
  needsMillion?: boolean;
};

export function isMet(target: Target, value: number): boolean {
  return "atLeast" in target ? value >= target.atLeast : value <= target.atMost;
}
