import type { Line, Report } from "./run-misbehaviours.ts";

/** Prints a line for each misbehaviour and pair, what became of all payouts, and what is wrong. */
export function printReport({ lines, cases, drawn, violations }: Report): void {
  const sorted = [...lines].sort(([one], [other]) => one.localeCompare(other));
  const total: Line = { payouts: 0, outcomes: new Map(), violations: 0 };
  for (const [, line] of sorted) add(total, line);
  const outcomes = [...total.outcomes.keys()].sort();
  const width = Math.max(...sorted.map(([name]) => name.length));
  const row = (name: string, cells: (string | number)[]) =>
    console.log(
      `${name.padEnd(width)}  ${cells.map((cell, index) => `${cell}`.padStart(headings[index]!.length)).join("  ")}`,
    );
  const headings = ["payouts", ...outcomes, "violations"];
  const cellsOf = (line: Line) => [
    line.payouts,
    ...outcomes.map((outcome) => line.outcomes.get(outcome) ?? 0),
    line.violations,
  ];
  row("", headings);
  for (const [name, line] of sorted) row(name, cellsOf(line));
  row(`${cases} of ${drawn} cases`, cellsOf(total));
  for (const violation of violations.slice(0, 40)) console.log(`  ! ${violation}`);
  console.log(violations.length === 0 ? "All holds." : `${violations.length} violations.`);
}

function add(total: Line, { payouts, outcomes, violations }: Line): void {
  total.payouts += payouts;
  total.violations += violations;
  for (const [outcome, count] of outcomes)
    total.outcomes.set(outcome, (total.outcomes.get(outcome) ?? 0) + count);
}
