import { isMet, type Row } from "./row.ts";
import type { Results } from "./run-rounds.ts";
import { median } from "../statistics.ts";

/** The results as two Markdown tables: every row with its target, and the figures that the ratios are made of. */
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
    table(["Measure", "Target", "Median (range)", "Met"], targets),
    table(["Measured", "In", "Median (range)"], measured),
  ].join("\n\n");
}

function targetOf({ target, unit }: Row): string {
  return "atLeast" in target ? `≥ ${target.atLeast} ${unit}` : `≤ ${target.atMost} ${unit}`;
}

function withRange(values: readonly number[]): string {
  if (values.length === 1) return digits(values[0]!);
  return `${digits(median(values))} (${digits(Math.min(...values))}–${digits(Math.max(...values))})`;
}

/** Three digits that count. */
function digits(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en");
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

function table(head: string[], lines: string[][]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]!.length)),
  );
  const draw = (cells: string[]) => `| ${cells.map((cell, n) => cell.padEnd(widths[n]!)).join(" | ")} |`;
  return [draw(head), draw(widths.map((width) => "-".repeat(width))), ...lines.map(draw)].join("\n");
}
