import { CsvError, parse } from "csv-parse/sync";
import { trimPasted } from "../../http/fields.ts";
import { invalid } from "../../http/problems.ts";
import { nearestName } from "../../http/unknown-members/nearest-name.ts";
import { MOST_ITEMS } from "./batch-body.ts";

/** The columns of a file, in the order of the template. */
export const columns = [
  "amount",
  "bank",
  "account_number",
  "account_name",
  "narration",
  "purpose",
  "merchant_reference",
] as const;
export type Column = (typeof columns)[number];

const required: readonly Column[] = ["amount", "bank", "account_number"];

/** A row by its columns; with more columns than the header (`width`), or without required ones, it is its cells. */
export type CsvRow =
  { row: number; cells: Partial<Record<Column, string>> } | { row: number; misfit: string[]; width: number };

/** The column that files of mistakes add: corrected, they are read again. */
const ignored = "error";

/** Longer than any row of ours: a quote that is left open ends here. */
const MOST_ROW_BYTES = 16_384;
/** Spreadsheets add blank rows and columns. */
const MOST_ROWS = 2 * MOST_ITEMS;
const MOST_COLUMNS = 50;

/**
 * The rows of a CSV file, numbered as a spreadsheet numbers them. Blank rows are skipped.
 *
 * Raises VALIDATION_ERROR whose `details.csv` names row and column: if the text is no CSV or no UTF-8, its header lacks
 * a column or has an unknown one, or there are too many rows or none.
 */
export function readCsv(text: string): CsvRow[] {
  const delimiter = delimiterOf(text);
  const rows: CsvRow[] = [];
  let header: (Column | undefined)[] | undefined;
  let headerWidth = 0;
  let records = 0;
  let row = 0;

  const readRecord = (record: string[], { empty_lines: emptyLines }: { empty_lines: number }) => {
    records += 1;
    row = records + emptyLines;
    if (row > MOST_ROWS)
      throw wrong(row, undefined, `a file has at most ${MOST_ROWS} rows, blank ones included`);
    const cells = record.slice(0, 1 + record.findLastIndex((cell) => cell !== ""));
    if (cells.length === 0) return null;
    const unreadable = cells.findIndex((cell) => /[\0\ufffd]/.test(cell));
    if (unreadable >= 0)
      throw wrong(row, header?.[unreadable] ?? unreadable, "is not UTF-8 text: save the file as CSV UTF-8");
    if (header === undefined) {
      header = readHeader(cells, row);
      headerWidth = record.length;
    } else if (rows.length === MOST_ITEMS)
      throw wrong(row, undefined, `a batch has at most ${MOST_ITEMS} items`);
    else rows.push(readRow(row, header, cells, record.length > headerWidth));
    return null;
  };

  try {
    parse(text, {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      delimiter,
      record_delimiter: ["\r\n", "\n"],
      relax_column_count: true,
      max_record_size: MOST_ROW_BYTES,
      cast: (cell, { column }) => {
        if (Number(column) < MOST_COLUMNS) return trimPasted(cell);
        throw wrong(row + 1, undefined, `has more than ${MOST_COLUMNS} columns`);
      },
      on_record: readRecord,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { code, column } = error as CsvError & { column?: number };
    const problem =
      code === "CSV_MAX_RECORD_SIZE"
        ? `is longer than ${MOST_ROW_BYTES} bytes: a quote (") may be left open`
        : 'has a quote (") that is left open, or in the middle of a value';
    throw wrong(row + 1, header?.[column ?? 0] ?? column, problem);
  }
  if (header === undefined) throw wrong(1, undefined, `must name the columns: ${columns.join(", ")}`);
  if (rows.length === 0) throw wrong(row + 1, undefined, "the file has a header and no rows");
  return rows;
}

/** Comma or semicolon: whichever the header has more of. */
function delimiterOf(text: string): "," | ";" {
  const [header = ""] = /^[^\n]{0,1000}/.exec(text.trimStart()) ?? [];
  const count = (separator: string) => header.split(separator).length - 1;
  if (count("\t") > count(",") + count(";"))
    throw wrong(
      1,
      undefined,
      "is separated by tabs: save the file as CSV, separated by commas or semicolons",
    );
  return count(";") > count(",") ? ";" : ",";
}

function readHeader(cells: readonly string[], row: number): (Column | undefined)[] {
  if (cells.some((cell) => cell.includes("\r")))
    throw wrong(row, undefined, "ends its lines with CR alone: save the file as CSV UTF-8");
  const names = cells.map((cell, index) => {
    const name = columns.find((column) => folded(column) === folded(cell));
    if (name !== undefined || folded(cell) === ignored) return name;
    if (/[,;\t]/.test(cell)) throw wrong(row, index, "has another separator than the columns before it");
    const nearest = nearestName(cell.slice(0, 40), columns);
    const known =
      nearest === undefined ? `the columns are ${columns.join(", ")}` : `did you mean ${nearest}?`;
    throw wrong(row, index, `unknown; ${known}`);
  });
  const second = names.findIndex((name, index) => name !== undefined && names.indexOf(name) < index);
  if (second >= 0) throw wrong(row, names[second], "is there twice");
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) throw wrong(row, undefined, `must have a column ${missing.join(" and a column ")}`);
  return names;
}

function readRow(
  row: number,
  header: readonly (Column | undefined)[],
  cells: string[],
  isWider: boolean,
): CsvRow {
  // Spreadsheets omit empty cells at the end of some rows. A row that is wider has a separator within a value.
  const least = Math.max(...required.map((name) => header.indexOf(name))) + 1;
  if (isWider || cells.length > header.length || cells.length < least)
    return { row, misfit: cells, width: header.length };
  const named = cells.map((cell, index) => [header[index] ?? ignored, cell]);
  return { row, cells: Object.fromEntries(named) };
}

function wrong(row: number, column: Column | number | undefined, problem: string) {
  const place = typeof column === "number" ? `${column + 1}` : column;
  return invalid({ csv: `row ${row}${place === undefined ? "" : `, column ${place}`}: ${problem}` });
}

const folded = (name: string) => name.toLowerCase().replaceAll(/[\s_]/g, "");
