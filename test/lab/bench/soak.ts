import { setTimeout as sleep } from "node:timers/promises";
import type { Step } from "../../../scripts/cli/show-progress.ts";
import { sendPayouts } from "./load/send-payouts.ts";
import type { Platforms } from "./platform/platforms.ts";
import { residentMb } from "./platform/resident-mb.ts";
import { waitForWork } from "./platform/work-done.ts";
import { percentile, slope } from "../statistics.ts";

const EVERY_MS = 5_000;
/** Caches and pools fill at first: the slope is measured after this share. */
const FILLING = 0.25;
/** The share of the end-to-end capacity. */
const SHARE = 0.5;

type Sample = { x: number; y: number };

/**
 * Sends payouts with webhooks for `minutes`, at half the capacity, and returns a Markdown table of each process's
 * memory: the most, and its growth per hour.
 */
export async function soak(platforms: Platforms, minutes: number, step: Step): Promise<string> {
  const platform = await platforms.get("with webhooks");
  const [ingress] = await platform.ingresses(1);
  await using workers = await platform.startWorkers(1);
  const pids = { ingress: ingress!.pid!, worker: workers.processes[0]!.pid! };
  const samples: Record<keyof typeof pids, Sample[]> = { ingress: [], worker: [] };
  const watch = async (hours: number) => {
    for (const name of ["ingress", "worker"] as const)
      samples[name].push({ x: hours, y: await residentMb(pids[name]) });
  };

  const perSecond = (await step("What is carried", () => carried(5))) * SHARE;
  let isOver = false;
  const sent = step(`${minutes} minutes at ${Math.round(perSecond)} payouts a second`, () =>
    carry({ seconds: minutes * 60, perSecond }),
  ).finally(() => (isOver = true));
  for (const start = Date.now(); !isOver; await Promise.race([sent, sleep(EVERY_MS)]))
    await watch((Date.now() - start) / 3_600_000);
  const { count } = await sent;

  async function carry(load: { seconds: number; perSecond?: number }) {
    const posted = await sendPayouts(platform, load);
    await waitForWork(platform.database, "webhooks", posted.start, posted.count);
    return posted;
  }
  async function carried(seconds: number): Promise<number> {
    const { start, count: payouts } = await carry({ seconds });
    return payouts / ((Date.now() - start.getTime()) / 1_000);
  }

  const lines = Object.entries(samples).map(([name, all]) => {
    const filled = all.slice(Math.floor(all.length * FILLING));
    const most = percentile(
      all.map(({ y }) => y),
      1,
    );
    return `| ${name} | ${most.toFixed(0)} MB | ${slope(filled).toFixed(1)} MB an hour |`;
  });
  return [
    `${minutes} minutes, ${count} payouts with webhooks at ${perSecond.toFixed(0)} a second, half of what is carried flat out:`,
    "",
    "| Process | Most memory | Slope |",
    "| --- | --- | --- |",
    ...lines,
  ].join("\n");
}
