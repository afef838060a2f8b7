import { drawTable } from "../report.ts";
import { isMet, type Row } from "./row.ts";
import type { Results } from "./run-rounds.ts";
import { median } from "../statistics.ts";

/** The results as two Markdown tables: every row with its target, and the figures behind the ratios. */
export function drawTables({ rows, figures }: Results): string {
  const targets = [...rows].map(([row, values]) => [
    row.title,
    targetOf(row),
    values.length === 0 ? "failed" : withRange(values),
    values.length > 0 && isMet(row.target, median(values)) ? "yes" : "**no**",
  ]);
  const measured = [...figures].flatMap(([{ title }, rounds]) =>
    Object.keys(rounds[0]!).map((unit) => [title, unit, withRange(rounds.map((round) => round[unit]!))]),
  );
  return [
    drawTable({ head: ["Measure", "Target", "Median (range)", "Met"], rows: targets }),
    drawTable({ head: ["Measured", "In", "Median (range)"], rows: measured }),
  ].join("\n\n");
}

function targetOf({ target, unit }: Row): string {
  return "atLeast" in target ? `≥ ${target.atLeast} ${unit}` : `≤ ${target.atMost} ${unit}`;
}

function withRange(values: readonly number[]): string {
  if (values.length === 1) return digits(values[0]!);
  return `${digits(median(values))} (${digits(Math.min(...values))}–${digits(Math.max(...values))})`;
}

/** Three significant digits. */
function digits(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en");
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
