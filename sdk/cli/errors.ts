import { ApiError, ConnectionError } from "../node/index.ts";
import { paint, plain } from "./paint.ts";
import { flatten } from "./print.ts";

/** What cannot be done as it was typed. Nothing was sent. */
export class UsageError extends Error {
  override name = "UsageError";
}

// The exit codes, also told by --help and docs/merchants/cli.md.
const REFUSED = 1;
const USAGE = 2;
/** No clear result, or none that this program understands: what was sent may have worked. */
const UNKNOWN = 3;

/** Prints on stderr why a command failed, as text or as JSON. Returns its exit code. */
export function report(error: unknown, json: boolean): number {
  const { code, message, details = {}, requestId } = factsOf(error);
  if (json) {
    process.stderr.write(`${JSON.stringify({ error: { code, message, details, requestId } })}\n`);
    return exitCodeOf(error);
  }
  const lines = [`${paint("red", code, process.stderr)}: ${plain(message)}`];
  for (const [name, value] of Object.entries(flatten(details))) lines.push(`  ${plain(name)}: ${value}`);
  if (requestId !== undefined) lines.push(paint("dim", `  request ${plain(requestId)}`, process.stderr));
  process.stderr.write(`${lines.join("\n")}\n`);
  return exitCodeOf(error);
}

function factsOf(error: unknown): Pick<ApiError, "code" | "message"> & Partial<ApiError> {
  if (error instanceof ApiError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return { code: error instanceof UsageError ? "USAGE" : "UNEXPECTED_ERROR", message };
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return USAGE;
  if (!(error instanceof ApiError) || error instanceof ConnectionError) return UNKNOWN;
  // What the SDK refused was not sent.
  if (error.status === undefined) return USAGE;
  return error.status >= 400 && error.status < 500 ? REFUSED : UNKNOWN;
}
