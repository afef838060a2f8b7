/** Rows of cells below their headings. */
export type Table = { head: string[]; rows: (string | number)[][] };

/** A laboratory's findings. */
export type Findings = {
  tables?: Table[];
  /** Further notes, one a line. */
  notes?: string[];
  /** The violations. */
  violations: readonly string[];
};

/** Of further violations, only the number is printed. */
const SHOWN = 40;

/** Prints the findings, and returns the laboratory's exit code: 1 with violations. */
export function printFindings({ tables = [], notes = [], violations }: Findings): 0 | 1 {
  for (const table of tables) if (table.rows.length > 0) console.log(`${drawTable(table)}\n`);
  for (const note of notes) console.log(note);
  for (const violation of violations.slice(0, SHOWN)) console.log(`  ! ${violation}`);
  console.log(
    violations.length === 0
      ? "All holds."
      : `${violations.length} violation${violations.length === 1 ? "" : "s"}.`,
  );
  return violations.length === 0 ? 0 : 1;
}

/** Draws a table in Markdown. */
export function drawTable({ head, rows }: Table): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => String(row[column]).length)),
  );
  const draw = (cells: (string | number)[]) =>
    `| ${cells.map((cell, n) => (typeof cell === "number" ? `${cell}`.padStart(widths[n]!) : cell.padEnd(widths[n]!))).join(" | ")} |`;
  return [draw(head), draw(widths.map((width) => "-".repeat(width))), ...rows.map(draw)].join("\n");
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
