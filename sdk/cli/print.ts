import { format, type Money } from "../node/index.ts";
import { paint, plain } from "./paint.ts";

type Row = Record<string, unknown>;

/** Columns that a table begins with, where its rows have them. The others follow as far as there is room. */
const FIRST =
  "reference slug code number type kind status amount available reserved title name createdAt method path errorCode".split(
    " ",
  );
/** What every row repeats or nobody looks for in a table. */
const LEFT_OUT = ["id", "currency", "environment", "updatedAt", "url"];

const GOOD = /^(succeeded|active|paid|delivered|accepted|true|2\d\d)$/;
const BAD = /^(failed|expired|exhausted|reversed|rejected|canceled|disabled|[45]\d\d)$/;
const OPEN = /^(pending|processing|underpaid|confirming|awaiting_\w+|needs_\w+|held)$/;

/** Writes a line to stdout. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Writes JSON that no terminal takes for commands; on one line without an `indent`. */
export function printJson(value: unknown, indent = 2): void {
  const escaped = (control: string) => `\\u00${control.charCodeAt(0).toString(16)}`;
  print(JSON.stringify(value, null, indent).replace(/[\u007f-\u009f]/g, escaped));
}

/** A word in the colour of what it means, such as a status. */
export function paintStatus(text: string): string {
  if (GOOD.test(text.trim())) return paint("green", text);
  if (BAD.test(text.trim())) return paint("red", text);
  return OPEN.test(text.trim()) ? paint("yellow", text) : text;
}

/** Prints a resource: a field a line, those of its parts with their whole names. */
export function printRecord(record: Row): void {
  const fields = Object.entries(flatten(record));
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  for (const [name, value] of fields) print(`${paint("dim", name.padEnd(width))}  ${paintStatus(value)}`);
}

/** Prints rows as a table with as many columns as the terminal has room for; `columns` is its width. */
export function printTable(rows: Row[], columns = process.stdout.columns || Infinity): void {
  if (rows.length === 0) return print(paint("dim", "Nothing found."));
  const cells = rows.map((row) => flatten(row));
  const found = [...new Set(cells.flatMap((row) => Object.keys(row)))];
  const names = [...FIRST.filter((name) => found.includes(name)), ...found.filter(isRest)];
  const widthOf = (name: string) => Math.max(name.length, ...cells.map((row) => row[name]?.length ?? 0));
  let left = columns;
  const shown: { name: string; width: number }[] = [];
  for (const name of names) {
    const width = widthOf(name);
    const needed = width + (shown.length > 0 ? 2 : 0);
    // A cut reference would be of no use, so the first column always has its place.
    if (needed > left && shown.length > 0) continue;
    shown.push({ name, width });
    left -= needed;
  }
  const line = (cell: (name: string, width: number) => string) =>
    print(
      shown
        .map(({ name, width }) => cell(name, width))
        .join("  ")
        .trimEnd(),
    );
  line((name, width) => paint("dim", name.padEnd(width)));
  for (const row of cells) line((name, width) => paintStatus((row[name] ?? "").padEnd(width)));
}

const isRest = (name: string) =>
  !FIRST.includes(name) && !LEFT_OUT.includes(name) && !/[.]\d|^metadata|^data[.]/.test(name);

/** A resource's fields as text, by their whole names: destination.bankCode. */
export function flatten(record: Row, prefix = ""): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(record)) {
    const full = `${prefix}${name}`;
    if (value === null || value === undefined) continue;
    if (isMoney(value)) fields[full] = format(value);
    else if (Array.isArray(value)) fields[full] = value.map((item) => inLine(item)).join(", ");
    else if (typeof value === "object") Object.assign(fields, flatten(value as Row, `${full}.`));
    else fields[full] = plain(timeOf(String(value)));
  }
  return fields;
}

function inLine(item: unknown): string {
  if (typeof item !== "object" || item === null) return plain(String(item));
  return Object.values(flatten(item as Row)).join(" ");
}

const isMoney = (value: unknown): value is Money =>
  typeof value === "object" && value !== null && Object.keys(value).toSorted().join() === "currency,value";

/** Without milliseconds, which push other columns out. */
const timeOf = (text: string) => text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+Z$/, "$1Z");
