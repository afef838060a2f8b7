import { pino, type DestinationStream, type Logger } from "pino";

/**
 * What must never reach a log, wherever in a line it stands: API keys, webhook secrets, and runs of ten or eleven
 * digits, as account numbers, BVNs, NINs and phone numbers are.
 */
const secrets: [RegExp, string][] = [
  [/\b(sk_(?:test|live)_)[0-9A-Za-z]{4,}/g, "$1****"],
  [/\bwhsec_[0-9A-Za-z+/=_-]{4,}/g, "whsec_****"],
  [/(?<![0-9A-Za-z])\+?[0-9]{6,7}([0-9]{4})(?![0-9A-Za-z])/g, "******$1"],
  [/(?<![0-9A-Za-z])\+?234[0-9]{6}([0-9]{4})(?![0-9A-Za-z])/g, "******$1"],
];

/** Masks secrets and personal numbers in a piece of text. */
export function scrub(text: string): string {
  return secrets.reduce((scrubbed, [pattern, mask]) => scrubbed.replace(pattern, mask), text);
}

/**
 * The log of a process: JSON lines, scrubbed as they leave. Redaction by path alone misses what stands in messages,
 * in errors of the database and at unexpected depths.
 */
export function createLog(
  name: string,
  level: string,
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Logger {
  return pino(
    { name, level, base: { name, pid: process.pid } },
    { write: (line) => destination.write(scrub(line)) },
  );
}
