/** Clocks of the ingress and of a request that was repeated differ a little. */
const MARGIN_MS = 10_000;

/**
 * Whether nobody waits any more for what a job looks up: the caller got an error long ago. Looking it up would only
 * delay those who wait now.
 *
 * @param responseTimeoutMs how long a request waits
 */
export function isGivenUp({ waitedMs }: { waitedMs: number }, responseTimeoutMs: number): boolean {
  return waitedMs > responseTimeoutMs + MARGIN_MS;
}
