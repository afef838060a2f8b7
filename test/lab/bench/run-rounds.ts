import type { Step } from "../../../scripts/cli/show-progress.ts";
import type { Bench, Measurement, Round, Row } from "./row.ts";

export type Results = {
  /** Each row's values, one per round. */
  rows: Map<Row, number[]>;
  /** Each measurement's figures by unit, one per round. */
  figures: Map<Measurement<string>, Record<string, number>[]>;
  /** The errors, each once. A row that needs a failed measurement has no value in that round. */
  errors: Set<string>;
};

/**
 * Measures all rows in each round, so that both sides of a ratio see the machine in the same minute. Every other round
 * runs in reverse order. `also`: measurements for no row.
 */
export async function runRounds(
  bench: Bench,
  { rows, also, rounds }: { rows: readonly Row[]; also: readonly Measurement<string>[]; rounds: number },
  step: Step,
): Promise<Results> {
  const results: Results = {
    rows: new Map(rows.map((row) => [row, []])),
    figures: new Map(),
    errors: new Set(),
  };
  for (let n = 0; n < rounds; n += 1) {
    const round = startRound(bench, results, (title, run) =>
      step(`Round ${n + 1} of ${rounds}, ${title}`, run),
    );
    const attempt = (work: Promise<unknown>) =>
      work.catch((error: unknown) => results.errors.add(describe(error)));
    for (const row of n % 2 === 0 ? rows : rows.toReversed()) {
      await attempt(row.value(round).then((value) => results.rows.get(row)!.push(value)));
    }
    for (const measurement of also) await attempt(round(measurement));
  }
  return results;
}

function startRound(bench: Bench, { figures }: Results, step: Step): Round {
  const made = new Map<Measurement<string>, Promise<Record<string, number>>>();
  const make = async (measurement: Measurement<string>) => {
    const measure = () => measurement.measure(bench, round);
    const found = await step(measurement.title, measure).catch((error: unknown) => {
      throw new Error(`${measurement.title}: ${describe(error)}`);
    });
    figures.set(measurement, [...(figures.get(measurement) ?? []), found]);
    return found;
  };
  const round: Round = (measurement) => {
    const making = made.get(measurement) ?? make(measurement);
    made.set(measurement, making);
    return making;
  };
  return round;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
