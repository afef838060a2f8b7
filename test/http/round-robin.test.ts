import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createRoundRobin } from "../../ingress/http/limits/round-robin.ts";

const refuse = () => new Error("refused");

describe("slots with a rest", () => {
  test("begin no sooner than so many times as long as the one before took, also for who comes in the rest", async () => {
    const slots = createRoundRobin({ atOnce: 1, mostWaiting: 10, restTimes: 2, refuse });
    const ran: { from: number; to: number }[] = [];
    const act = () =>
      slots.take(async () => {
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
    const slots = createRoundRobin({ atOnce: 1, mostWaiting: 1, restTimes: 2, refuse });
    const fails = slots.take(async () => {
      await sleep(5);
      throw new Error("it failed");
    });
    const waits = slots.take(async () => "done");
    await expect(slots.take(async () => "never")).rejects.toThrow("refused");
    await expect(fails).rejects.toThrow("it failed");
    expect(await waits).toBe("done");
    await expect(slots.take(async () => "never", performance.now())).rejects.toThrow("refused");
  });
});

describe("slots of several holders", () => {
  test("go round, by each holder, and a full line takes in whoever has least in it", async () => {
    const slots = createRoundRobin({ atOnce: 1, mostWaiting: 6, refuse });
    const ran: string[] = [];
    let release = () => {};
    const blocked = slots.take(() => new Promise<void>((resolve) => (release = resolve)), Infinity, [
      "net 0",
    ]);
    const ask = (...holders: string[]) =>
      slots.take(async () => void ran.push(holders.join(" ")), Infinity, holders).catch(() => "refused");
    // One person on many networks, and one network with many people.
    const greedy = Array.from({ length: 6 }, (_, n) =>
      ask(n < 3 ? `net ${n + 10}` : "net 1", n < 3 ? "eve" : `eve ${n}`),
    );
    const late = [ask("net 1", "eve 9"), ask("net 2", "ada"), ask("net 3", "bob")];
    release();
    await blocked;
    expect(await Promise.all(greedy)).toEqual([
      ...Array(2).fill(undefined),
      "refused",
      ...Array(2).fill(undefined),
      "refused",
    ]);
    expect(await Promise.all(late)).toEqual(["refused", undefined, undefined]);
    expect(ran).toEqual(["net 10 eve", "net 1 eve 3", "net 2 ada", "net 3 bob", "net 11 eve", "net 1 eve 4"]);
  });
});
