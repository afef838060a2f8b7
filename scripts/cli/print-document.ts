import { z } from "zod";
import { formatMoney } from "./format-money.ts";

const money = z.strictObject({ value: z.int(), currency: z.string() });
const record = z.record(z.string(), z.unknown());

/** Prints a command's result: a table on a terminal, one JSON document elsewhere and with `json`. */
export function printDocument(document: object, { json = false }: { json?: boolean | undefined }): void {
  console.log(process.stdout.isTTY && !json ? formatDocument(document) : JSON.stringify(document));
}

/** A document as text: one field a line, lists of objects as tables under their names. */
export function formatDocument(document: object): string {
  const members = Object.entries(document);
  const only = members.length === 1 ? record.safeParse(members[0]![1]) : undefined;
  if (only?.success === true && !money.safeParse(only.data).success) return formatDocument(only.data);

  const lines: string[][] = [];
  const tables: string[] = [];
  for (const [name, value] of members) {
    const list = z.array(record).safeParse(value);
    if (!list.success) lines.push([name, formatValue(value)]);
    else tables.push(members.length === 1 ? formatTable(list.data) : `${name}\n${formatTable(list.data)}`);
  }
  return [...(lines.length === 0 ? [] : [align(lines)]), ...tables].join("\n\n");
}

function formatTable(list: Record<string, unknown>[]): string {
  if (list.length === 0) return "(none)";
  const names = [...new Set(list.flatMap((row) => Object.keys(row)))];
  return align([names, ...list.map((row) => names.map((name) => formatValue(row[name])))]);
}

function align(cells: string[][]): string {
  const widths = cells[0]!.map((_cell, column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join("  "))
    .map((line) => line.trimEnd())
    .join("\n");
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return "-";
  const amount = money.safeParse(value);
  if (amount.success) return formatMoney(amount.data);
  if (Array.isArray(value)) return value.length === 0 ? "-" : value.map(formatValue).join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
