import { sendPayouts } from "../load/send-payouts.ts";
import { addWaitingPayouts } from "../platform/add-waiting-payouts.ts";
import { countWork, waitForWork } from "../platform/work-done.ts";
import type { Measurement, Row } from "../row.ts";
import { acceptedSpread } from "./accept-payouts.ts";
import { drained } from "./drain-payouts.ts";

/** More payouts wait than are drained meanwhile, so that workers never idle. */
const bothAtOnce: Measurement<"accepted per second" | "drained per second"> = {
  title: "accepting and draining at once",
  measure: async ({ platforms, amount, seconds }) => {
    const platform = await platforms.get("working");
    const { database } = platform;
    await addWaitingPayouts(platform, amount);
    const since = new Date();
    await using _workers = await platform.startWorkers(1);
    const { perSecond, count, start, counted } = await sendPayouts(platform, { seconds });
    const end = new Date(start.getTime() + seconds * 1_000);
    const done = await countWork(database, "payouts", counted, end);
    await waitForWork(database, "payouts", since, amount + count);
    return {
      "accepted per second": perSecond,
      "drained per second": done / ((end.getTime() - counted.getTime()) / 1_000),
    };
  },
};

export const bothAtOnceRows: Row[] = [
  {
    title: "Accepted while one worker process drains flat out, 200 merchants",
    unit: "× accepted alone",
    target: { atLeast: 0.5 },
    value: async (round) =>
      (await round(bothAtOnce))["accepted per second"] / (await round(acceptedSpread))["per second"],
  },
  {
    title: "Drained while payouts are accepted flat out",
    unit: "× drained alone",
    target: { atLeast: 0.5 },
    value: async (round) =>
      (await round(bothAtOnce))["drained per second"] / (await round(drained))["per second"],
  },
];
