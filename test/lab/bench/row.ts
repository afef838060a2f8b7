import type { Platforms } from "./platform/platforms.ts";

/** What measurements use: how long to measure, how much to send, and the platforms, which live as long as the run. */
export type Bench = {
  platforms: Platforms;
  /** How long a load lasts. What comes first, while processes are cold, is a quarter more and not counted. */
  seconds: number;
  /** How many payouts, webhooks or jobs are worked off. */
  amount: number;
};

/** One measurement: what it found, each figure under its unit. */
export type Measurement<Unit extends string> = {
  title: string;
  measure: (bench: Bench, round: Round) => Promise<Record<Unit, number>>;
};

/** One round: makes each measurement once, however many rows and other measurements use it. */
export type Round = <Unit extends string>(measurement: Measurement<Unit>) => Promise<Record<Unit, number>>;

export type Target = { atLeast: number } | { atMost: number };

/** One row of the table, with its target beside it. */
export type Row = {
  title: string;
  /** What the value is in: "× no-op jobs", "ms". */
  unit: string;
  target: Target;
  value: (round: Round) => Promise<number>;
  /** Only in runs with --million. */
  needsMillion?: boolean;
};

export function isMet(target: Target, value: number): boolean {
  return "atLeast" in target ? value >= target.atLeast : value <= target.atMost;
}
