import { createHash } from "node:crypto";
import { invalid } from "./problems.ts";

/** More than most requests need. Parsing, checking and hashing many small values takes longest. */
const MOST_VALUES = 1_000;
/** More than any request needs, and few enough that recursive functions do not overflow the stack. */
const DEEPEST_NESTING = 64;

/**
 * A JSON number that a double cannot represent exactly, such as 9007199254740993 or 1e400. It replaces the number in
 * the parsed body, so that every schema refuses it instead of accepting a rounded value.
 */
export class InexactNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Parses a request body: a JSON object in UTF-8. 1e3 and 100.0 are integers; the last of duplicate members counts.
 *
 * Raises VALIDATION_ERROR with `details.body` if the body is not such an object, or with the dotted name of a field
 * whose text PostgreSQL cannot store (NUL, an unpaired surrogate). With `anyText` such text is accepted, and the
 * route's schema must refuse or clean it.
 */
export function parseJsonBody(
  bytes: unknown,
  contentType: string | undefined,
  { anyText = false, mostValues = MOST_VALUES }: { anyText?: boolean; mostValues?: number } = {},
): object {
  if (!Buffer.isBuffer(bytes)) {
    throw invalid({ body: "must be a JSON object, sent with Content-Type: application/json" });
  }
  if (/;\s*charset\s*=\s*(?!"?utf-?8"?\s*(;|$))/i.test(contentType ?? ""))
    throw invalid({ body: "must be UTF-8" });
  const text = decode(bytes);
  refuseExcess(text, mostValues);

  let body: unknown;
  try {
    body = JSON.parse(text, exactly as (key: string, value: unknown) => unknown);
  } catch {
    throw invalid({ body: "must be well-formed JSON" });
  }
  if (typeof body !== "object" || body === null || Array.isArray(body) || body instanceof InexactNumber) {
    throw invalid({ body: "must be a JSON object" });
  }
  if (!anyText) refuseUnstorableText(body, []);
  return body;
}

/** Returns the SHA-256 of a parsed body in canonical form. Requests with one Idempotency-Key must share it. */
export function hashBody(body: object): Buffer {
  return createHash("sha256").update(canonicalJson(body)).digest();
}

/** Equal JSON values give equal text: members are sorted, 1e3 = 1000.0. Array order counts; null and absent differ. */
function canonicalJson(value: unknown): string {
  if (typeof value === "number") return normalNumber(String(value));
  if (value instanceof InexactNumber) return normalNumber(value.text);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(",")}}`;
}

/** A JSON.parse reviver. Only primitives have a source text (ECMAScript's JSON.parse source text access). */
function exactly(_name: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value !== "number" || source === undefined) return value;
  const exact = Number.isFinite(value) && normalNumber(source) === normalNumber(String(value));
  return exact ? value : new InexactNumber(source);
}

/** Significant digits and exponent of a decimal number's text: "1e3", "1000" and "1000.0" all give "1e3". */
function normalNumber(text: string): string {
  const [, sign, whole, fraction = "", exponent = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(
    text,
  )!;
  const digits = whole! + fraction;
  let start = 0;
  let end = digits.length;
  while (digits[start] === "0") start += 1;
  if (start === end) return "0";
  while (digits[end - 1] === "0") end -= 1;
  return `${sign}${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalid({ body: "must be UTF-8" });
  }
}

/** Checked before parsing, because JSON.parse itself overflows the stack after some thousand levels. */
function refuseExcess(text: string, mostValues: number): void {
  let depth = 0;
  let values = 1;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === "\\") index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") {
      depth += 1;
      values += 1;
      if (depth > DEEPEST_NESTING)
        throw invalid({ body: `must not nest deeper than ${DEEPEST_NESTING} levels` });
    } else if (character === "}" || character === "]") depth -= 1;
    else if (character === ",") values += 1;
    if (values > mostValues) throw invalid({ body: `must not have more than ${mostValues} values` });
  }
}

function refuseUnstorableText(value: unknown, path: string[]): void {
  if (typeof value === "string" && !isStorable(value)) {
    throw invalid({ [path.join(".")]: "must be text without NUL characters and unpaired surrogates" });
  }
  if (typeof value !== "object" || value === null || value instanceof InexactNumber) return;
  for (const [name, member] of Object.entries(value)) {
    if (!isStorable(name)) {
      const parent = path.join(".") || "body";
      throw invalid({ [parent]: "must have field names without NUL characters and unpaired surrogates" });
    }
    refuseUnstorableText(member, [...path, name]);
  }
}

/** Whether PostgreSQL can store a text. */
export const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();
