import type { ClientRateLimitInfo } from "express-rate-limit";

type Window = { totalHits: number; resetTime: Date };

/**
 * Counts the hits of each key in this process, in windows that begin with the key's first hit. Every call returns a
 * new object. The store of express-rate-limit returns one shared object, so concurrent requests see each other's
 * counts.
 */
export function memoryCounter(windowMs: number) {
  const windows = new Map<string, Window>();
  let sweepAt = 0;

  const forgetPast = (now: number) => {
    if (now < sweepAt) return;
    sweepAt = now + windowMs;
    for (const [key, { resetTime }] of windows) if (resetTime.getTime() <= now) windows.delete(key);
  };
  const current = (key: string, now: number) => {
    const window = windows.get(key);
    return window !== undefined && window.resetTime.getTime() > now ? window : undefined;
  };

  return {
    /** For express-rate-limit: two of these counters never share their counts. */
    localKeys: true,
    async get(key: string): Promise<ClientRateLimitInfo | undefined> {
      const window = current(key, Date.now());
      return window && { ...window };
    },
    async increment(key: string): Promise<ClientRateLimitInfo> {
      const now = Date.now();
      forgetPast(now);
      const window = current(key, now) ?? { totalHits: 0, resetTime: new Date(now + windowMs) };
      window.totalHits += 1;
      windows.set(key, window);
      return { ...window };
    },
    async decrement(key: string): Promise<void> {
      const window = current(key, Date.now());
      if (window !== undefined) window.totalHits -= 1;
    },
    async resetKey(key: string): Promise<void> {
      windows.delete(key);
    },
  };
}
