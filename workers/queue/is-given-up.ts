/** Clocks of the ingress and of a request that was repeated differ a little. */
const MARGIN_MS = 10_000;

/**
 * Whether nobody waits any more for what a job looks up: the caller was told long ago that nothing came. Looking it up
 * would only delay those who wait now.
 *
 * @param answerTimeoutMs how long a request waits
 */
export function isGivenUp({ waited_ms: waitedMs }: { waited_ms: number }, answerTimeoutMs: number): boolean {
  return waitedMs > answerTimeoutMs + MARGIN_MS;
}
