import type { Followed, Times } from "../load/follow-payouts.ts";
import { runLoad } from "../load/run-load.ts";
import { sendPayouts } from "../load/send-payouts.ts";
import type { Measurement, Row } from "../row.ts";
import { acceptedSpread } from "./accept-payouts.ts";

/** Open loop: a request behind a slow one counts from the moment when it should have been sent. */
const halfRate: Measurement<"p50 ms" | "p99 ms"> = {
  title: "`POST /v1/payouts` at half the rate, 200 merchants, workers off",
  measure: async ({ platforms, seconds }, round) => {
    const perSecond = (await round(acceptedSpread))["per second"] / 2;
    const { p50, p99 } = await sendPayouts(await platforms.get("workers off"), { seconds, perSecond });
    return { "p50 ms": p50, "p99 ms": p99 };
  },
};

const FOLLOWED = 30;
const LOOKUPS_PER_SECOND = 200;

const idle: Measurement<"payout p50 ms" | "lookup p50 ms" | "lookup p99 ms"> = {
  title: "one payout at a time, and 200 lookups a second",
  measure: async ({ platforms, seconds }) => {
    const platform = await platforms.get("working");
    const { keys, databaseUrl } = platform;
    const [ingress] = await platform.ingresses(1);
    await using _workers = await platform.startWorkers(1);
    const payouts: Followed = { url: ingress!.url, keys, databaseUrl, payouts: FOLLOWED };
    const payout = await runLoad<Times>("follow-payouts.ts", payouts);
    const lookups = { seconds, perSecond: LOOKUPS_PER_SECOND, what: "account" as const };
    const { p50, p99 } = await sendPayouts(platform, lookups);
    return { "payout p50 ms": payout.p50, "lookup p50 ms": p50, "lookup p99 ms": p99 };
  },
};

export const responseTimeRows: Row[] = [
  {
    title: "`POST /v1/payouts` at half the reached rate, open loop: p99",
    unit: "× its p50",
    target: { atMost: 3 },
    value: async (round) => {
      const times = await round(halfRate);
      return times["p99 ms"] / times["p50 ms"];
    },
  },
  {
    title: "From the 201 to `succeeded` when idle: p50",
    unit: "ms",
    target: { atMost: 4.7 },
    value: async (round) => (await round(idle))["payout p50 ms"],
  },
  {
    title: "`verify-account`, 200 a second: p50",
    unit: "ms",
    target: { atMost: 4.5 },
    value: async (round) => (await round(idle))["lookup p50 ms"],
  },
  {
    title: "`verify-account`, 200 a second: p99",
    unit: "ms",
    target: { atMost: 22 },
    value: async (round) => (await round(idle))["lookup p99 ms"],
  },
];
