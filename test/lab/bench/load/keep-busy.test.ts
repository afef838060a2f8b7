import { expect, test } from "vitest";
import { keepBusy } from "./keep-busy.ts";

test("an open loop counts the wait for a slow one: late ones count from when they should have begun", async () => {
  let first = true;
  const loaded = await keepBusy({ seconds: 0.5, clients: 1, perSecond: 100 }, async () => {
    if (!first) return;
    first = false;
    // Blocks the process for most of the time.
    for (const end = performance.now() + 400; performance.now() < end;);
  });
  expect(loaded.count).toBeGreaterThanOrEqual(50);
  expect(loaded.p99).toBeGreaterThan(200);
});

test("the first error ends the load", async () => {
  const refused = keepBusy({ seconds: 0.5, clients: 4 }, () => Promise.reject(new Error("responded 503")));
  await expect(refused).rejects.toThrow("responded 503");
});
