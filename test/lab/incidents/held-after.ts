/**
 * How many seconds after `brokenAt` the condition of an alert held, by the alert itself (`heldSince`). While it does
 * not fire, the least that it can be: it would have held for its term by now, which was divided by `hurry`.
 */
export function heldAfter(
  brokenAt: number,
  heldSince: Date | undefined,
  { termS, hurry, now = Date.now() }: { termS: number; hurry: number; now?: number },
): number {
  const since = heldSince?.getTime() ?? Math.max(brokenAt, now - (termS * 1_000) / hurry);
  return (since - brokenAt) / 1_000;
}
