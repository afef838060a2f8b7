import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { CsvError, parse } from "csv-parse";
import type { StatementLine } from "../../../sql/reconciliation/statements.ts";
import { CliError } from "../../cli/cli-error.ts";
import { columnName, type StatementFormat } from "../../../sql/reconciliation/statement-format.ts";

/** The most lines of one file: a day of a million movements with all their reversals. */
const MOST_LINES = 3_000_000;
/** The most bytes of one line. */
const MOST_LINE_BYTES = 16_384;
const BATCH = 1_000;
const csv = { bom: true, trim: true, skip_empty_lines: true, max_record_size: MOST_LINE_BYTES };
/** Nigeria's clocks are an hour ahead of UTC all year. */
const HOUR_MS = 3_600_000;

type Days = { from: string; to: string };
type Row = { record: Record<string, string>; info: { lines: number } };

/** The SHA-256 of a file. Raises NOT_FOUND if it cannot be read. */
export async function hashFile(path: string): Promise<Buffer> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  } catch (error) {
    throw unreadable(path, error);
  }
  return hash.digest();
}

/** The provider's format that fits the file's header, or misses the fewest columns. */
export async function chooseFormat<Format extends StatementFormat>(
  path: string,
  formats: readonly Format[],
): Promise<Format> {
  const header = await readFirstLine(path);
  const missing = ({ columns }: Format) => columns.filter((name) => !header.includes(name)).length;
  return formats.toSorted((a, b) => missing(a) - missing(b))[0]!;
}

/** The columns' names; none if they cannot be read: readStatement() reports why. */
async function readFirstLine(path: string): Promise<string[]> {
  const parser = parse({ ...csv, to: 1 });
  pipeline(createReadStream(path), parser, () => {});
  try {
    for await (const header of parser) return (header as string[]).map(columnName);
  } catch {}
  return [];
}

/**
 * The movements of a provider's CSV file, a thousand at a time, in order. No more of the file than that is in memory.
 *
 * Raises VALIDATION_ERROR with the line's number and the field for anything that does not fit the format, or is outside
 * the days that the file covers; and if the file has changed since `expectedHash`.
 */
export async function* readStatement(
  path: string,
  format: StatementFormat,
  { from, to }: Days,
  expectedHash: Buffer,
): AsyncGenerator<StatementLine[]> {
  const hash = createHash("sha256");
  let hasHeader = false;
  const columns = (header: string[]) => {
    hasHeader = true;
    return readHeader(header, format.columns);
  };
  const parser = parse({ ...csv, columns, info: true });
  // An error of the file ends the parser, whose reader below sees it.
  pipeline(createReadStream(path), hashing(hash), parser, () => {});
  let batch: StatementLine[] = [];
  let count = 0;
  let emptyLine: number | undefined;
  try {
    for await (const row of parser) {
      const { record, info } = row as Row;
      // Spreadsheets add rows without values at the end.
      if (Object.values(record).every((value) => value === "")) {
        emptyLine ??= info.lines;
        continue;
      }
      if (emptyLine !== undefined) throw wrong(emptyLine, "it has no values, and other lines follow");
      for (const movement of readRow(record, info.lines, format)) {
        const day = new Date(movement.movedAt.getTime() + HOUR_MS).toISOString().slice(0, 10);
        if (day < from || day > to)
          throw wrong(info.lines, `the time is on ${day}, and the file is said to cover ${from} to ${to}`);
        batch.push({ number: info.lines, ...movement });
      }
      if ((count += 1) > MOST_LINES)
        throw wrong(info.lines, `a file has at most ${MOST_LINES} lines: split it by days`);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    if (error instanceof CsvError) throw wrong(Number(error.lines), csvProblem(error));
    throw error instanceof CliError ? error : unreadable(path, error);
  }
  if (!hasHeader) throw wrong(1, `the columns' names are missing; needed are ${format.columns.join(", ")}`);
  if (batch.length > 0) yield batch;
  if (!hash.digest().equals(expectedHash))
    throw new CliError("VALIDATION_ERROR", `${path} changed while it was read: nothing was imported`);
}

const hashing = (hash: Hash) =>
  async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk);
      yield chunk;
    }
  };

function readHeader(header: string[], wanted: readonly string[]): string[] {
  const names = header.map(columnName);
  const missing = wanted.filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw wrong(1, `the column ${missing[0]} is missing; needed are ${wanted.join(", ")}`);
  // It is unclear which of two counts.
  const twice = wanted.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined) throw wrong(1, `there are two columns ${twice}`);
  return names;
}

function readRow(record: Record<string, string>, number: number, { concerns, row }: StatementFormat) {
  if (!concerns(record)) return [];
  const read = row.safeParse(record);
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0]!;
  throw wrong(number, `${path.join(".")}: ${message}`);
}

function wrong(line: number, problem: string): CliError {
  return new CliError("VALIDATION_ERROR", `line ${line}: ${problem}. Nothing was imported`);
}

/** Without the line's content. */
function csvProblem({ code }: CsvError): string {
  switch (code) {
    case "CSV_MAX_RECORD_SIZE":
      return `a line has at most ${MOST_LINE_BYTES} bytes`;
    case "CSV_RECORD_INCONSISTENT_COLUMNS":
      return "it has not as many fields as the first line has columns";
    default:
      return "this is not CSV: a quote is open, or in a wrong place";
  }
}

function unreadable(path: string, error: unknown): CliError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  return new CliError("NOT_FOUND", `${path} cannot be read: ${code}`);
}
