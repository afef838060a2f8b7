import { noOpJobs } from "../controls/no-op-jobs.ts";
import { addWaitingPayouts } from "../platform/add-waiting-payouts.ts";
import type { Kind } from "../platform/platforms.ts";
import type { Platform } from "../platform/start-platform.ts";
import { rateOfWork, waitForWork } from "../platform/work-done.ts";
import type { Measurement, Row } from "../row.ts";

export function drainedOn(kind: Kind, title: string): Measurement<"per second"> {
  return {
    title,
    measure: async ({ platforms, amount }) => {
      const platform = await platforms.get(kind);
      await addWaitingPayouts(platform, amount);
      return { "per second": await drain(platform, amount) };
    },
  };
}

export const drained = drainedOn("working", "payouts drained, no webhook");

/** Starts one worker process, and returns how many of the first `count` waiting payouts it ends per second. */
export async function drain(platform: Platform, count: number): Promise<number> {
  const since = new Date();
  await using _workers = await platform.startWorkers(1);
  await waitForWork(platform.database, "payouts", since, count);
  return rateOfWork(platform.database, "payouts", since, count);
}

export const drainPayoutRows: Row[] = [
  {
    title: "Payouts drained by one worker process, no webhook",
    unit: "× no-op jobs",
    target: { atLeast: 0.6 },
    value: async (round) => (await round(drained))["per second"] / (await round(noOpJobs))["per second"],
  },
];
