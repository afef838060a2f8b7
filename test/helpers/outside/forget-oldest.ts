/** Takes the oldest out of what a server remembers, until it has `keep` of them at most. */
export function forgetOldest(remembered: Map<unknown, unknown> | Set<unknown>, keep: number): void {
  for (const key of remembered.keys()) {
    if (remembered.size <= keep) return;
    remembered.delete(key);
  }
}
