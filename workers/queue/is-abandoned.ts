/** Clocks of the ingress and of a request that was repeated differ a little. */
const MARGIN_MS = 10_000;

/**
 * Whether nobody waits any more for a job's lookup: the caller got an error long ago. It would only delay those who
 * wait now.
 *
 * @param responseTimeoutMs how long a request waits
 */
export function isAbandoned({ waitedMs }: { waitedMs: number }, responseTimeoutMs: number): boolean {
  return waitedMs > responseTimeoutMs + MARGIN_MS;
}
