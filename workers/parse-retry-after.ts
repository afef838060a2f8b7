/** A day: a receiver cannot delay its webhooks for longer. */
const LONGEST_S = 24 * 60 * 60;

/** Reads a Retry-After header, seconds or an HTTP date, as seconds from now; undefined where it is neither. */
export function parseRetryAfter(header: string | string[] | undefined, now = Date.now()): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(Number(text), LONGEST_S);
  const at = /^[A-Z][a-z]{2}, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, Math.ceil((at - now) / 1000)), LONGEST_S);
}
