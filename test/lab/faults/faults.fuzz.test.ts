import { expect, test } from "vitest";
import { runFaults } from "./run-faults.ts";

test("a minute of faults with a fixed seed: nothing is lost, paid twice, or told wrong", async () => {
  const { violations, faults, counts } = await runFaults(
    {
      seed: 12,
      minutes: 1,
      rate: 1,
      // Limits that detect hanging, not slowness: other tests run beside this.
      recoverWithinMs: 120_000,
      patienceMs: 240_000,
      ingresses: 1,
      workers: 2,
      merchants: 1,
      lanes: 1,
      gapMs: 4_000,
      cluster: false,
    },
    () => {},
  );
  expect(violations).toEqual([]);
  expect(faults.length).toBeGreaterThan(5);
  expect(counts["payouts at the bank"]).toBeGreaterThan(20);
}, 600_000);
