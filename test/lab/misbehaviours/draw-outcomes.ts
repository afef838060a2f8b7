import type { Table } from "../report.ts";
import type { Line, Report } from "./run-misbehaviours.ts";

/** A line for each misbehaviour and pair, and a total, with the payouts' outcomes. */
export function drawOutcomes({ lines, cases, drawn }: Report): Table {
  const sorted = [...lines].sort(([one], [other]) => one.localeCompare(other));
  const total: Line = { payouts: 0, outcomes: new Map(), violations: 0 };
  for (const [, line] of sorted) add(total, line);
  const outcomes = [...total.outcomes.keys()].sort();
  const row = (name: string, line: Line) => [
    ...[name, line.payouts],
    ...outcomes.map((outcome) => line.outcomes.get(outcome) ?? 0),
    line.violations,
  ];
  return {
    head: ["", "payouts", ...outcomes, "violations"],
    rows: [...sorted.map(([name, line]) => row(name, line)), row(`${cases} of ${drawn} cases`, total)],
  };
}

function add(total: Line, { payouts, outcomes, violations }: Line): void {
  total.payouts += payouts;
  total.violations += violations;
  for (const [outcome, count] of outcomes)
    total.outcomes.set(outcome, (total.outcomes.get(outcome) ?? 0) + count);
}
