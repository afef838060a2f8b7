import { pino, type DestinationStream, type Logger } from "pino";
import { factsOfLine } from "./tracing/trace.ts";
import { version } from "./version.ts";

/**
 * Never written to a log, anywhere in a line: API keys, webhook secrets, and ten or more digits in a row
 * (account numbers, BVNs, NINs, phone numbers). The last four digits stay, so that readers can distinguish them.
 */
const secrets: [RegExp, string][] = [
  [/(sk_(?:test|live)_)[0-9A-Za-z]{4,}/g, "$1****"],
  [/whsec_[0-9A-Za-z+/=_-]{4,}/g, "whsec_****"],
  [/[0-9]{6,}([0-9]{4})(?![0-9])/g, "******$1"],
];

/** Masks secrets and personal numbers in a piece of text. */
export function scrub(text: string): string {
  return secrets.reduce((scrubbed, [pattern, mask]) => scrubbed.replace(pattern, mask), text);
}

/** Masks secrets and personal numbers in every string, key and number of a JSON line. */
export function scrubLine(line: string): string {
  return `${JSON.stringify(scrubValue(JSON.parse(line)))}\n`;
}

function scrubValue(value: unknown): unknown {
  if (typeof value === "string") return scrub(value);
  // Phone and account numbers, BVNs and NINs have 10 or 11 digits. Times in milliseconds have 13 and are kept.
  if (typeof value === "number") return /^[0-9]{10,11}$/.test(String(value)) ? scrub(String(value)) : value;
  if (Array.isArray(value)) return value.map(scrubValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) =>
      isTraceId(key, member) ? [key, member] : [scrub(key), scrubValue(member)],
    ),
  );
}

/** One trace id in eleven has ten digits in a row. We make them all, by chance: they say nothing of anybody. */
function isTraceId(key: string, value: unknown): boolean {
  return key === "traceId" && typeof value === "string" && /^[0-9a-f]{32}$/.test(value);
}

/**
 * The log of a process: JSON lines, scrubbed on output. Redaction by path alone misses messages, database errors and
 * unexpected depths. Each line says which request or job it belongs to, and its trace.
 */
export function createLog(
  name: string,
  level: string,
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Logger {
  const scrubbed = { write: (line: string) => destination.write(scrubLine(line)) };
  return pino({ level, base: { name, version, pid: process.pid }, mixin: factsOfLine }, scrubbed);
}
