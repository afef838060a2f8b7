import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createTurns } from "../../ingress/http/limits/take-turns.ts";

const refuse = () => new Error("refused");

describe("turns with a rest", () => {
  test("begin no sooner than so many times as long as the one before took, also for who comes in the rest", async () => {
    const turns = createTurns({ atOnce: 1, mostWaiting: 10, restTimes: 2, refuse });
    const ran: { from: number; to: number }[] = [];
    const act = () =>
      turns.take(async () => {
        const from = performance.now();
        await sleep(20);
        ran.push({ from, to: performance.now() });
      });
    const waits = act().then(() => act());
    await Promise.all([act(), waits]);
    expect(ran).toHaveLength(3);
    for (const [n, { from }] of ran.entries()) {
      const before = ran[n - 1];
      // A timer may fire a millisecond early.
      if (before) expect(from - before.to).toBeGreaterThanOrEqual((before.to - before.from) * 2 - 2);
    }
  });

  test("go to the next after a failure too, and nobody waits past the line or their time", async () => {
    const turns = createTurns({ atOnce: 1, mostWaiting: 1, restTimes: 2, refuse });
    const fails = turns.take(async () => {
      await sleep(5);
      throw new Error("it failed");
    });
    const waits = turns.take(async () => "done");
    await expect(turns.take(async () => "never")).rejects.toThrow("refused");
    await expect(fails).rejects.toThrow("it failed");
    expect(await waits).toBe("done");
    await expect(turns.take(async () => "never", performance.now())).rejects.toThrow("refused");
  });
});
