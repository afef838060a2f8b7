import { resolveDestination } from "../../../helpers/records.ts";
import { createRichMerchant } from "../../platform/create-rich-merchant.ts";
import { destination } from "../load/destination.ts";
import type { Followed, Times } from "../load/follow-payouts.ts";
import { runLoad } from "../load/run-load.ts";
import { sendPayouts } from "../load/send-payouts.ts";
import type { Kind } from "../platform/platforms.ts";
import { reconcile } from "../../../helpers/reconcile.ts";
import { percentile } from "../../statistics.ts";
import type { Measurement, Row } from "../row.ts";
import { acceptedSpread } from "./accept-payouts.ts";
import { drain, drained } from "./drain-payouts.ts";

const SWEEPS = 10;
const FOLLOWED = 30;

function backlog(waiting: string, kind: Kind): Row[] {
  const accepted: Measurement<"per second"> = {
    title: `accepted beside ${waiting} that wait`,
    measure: async ({ platforms, seconds }) => ({
      "per second": (await sendPayouts(await platforms.get(kind), { seconds })).perSecond,
    }),
  };
  const drainedBeside: Measurement<"per second"> = {
    title: `drained of ${waiting} that wait`,
    measure: async ({ platforms, amount }) => ({
      "per second": await drain(await platforms.get(kind), amount),
    }),
  };
  const sweep: Measurement<"ms"> = {
    title: `a sweep beside ${waiting} that wait, the slowest of ${SWEEPS}`,
    measure: async ({ platforms }) => {
      const { database } = await platforms.get(kind);
      const times: number[] = [];
      for (let n = 0; n < SWEEPS; n += 1) {
        const start = performance.now();
        await reconcile(database, { environment: "live" });
        times.push(performance.now() - start);
      }
      return { ms: percentile(times, 1) };
    },
  };
  const needsMillion = kind === "1,000,000 waiting";
  return [
    {
      title: `Accepted while ${waiting} payouts wait, workers off`,
      unit: "× with none",
      target: { atLeast: 0.9 },
      value: async (round) =>
        (await round(accepted))["per second"] / (await round(acceptedSpread))["per second"],
      needsMillion,
    },
    {
      title: `Drained while ${waiting} payouts wait`,
      unit: "× with none",
      target: { atLeast: 0.9 },
      value: async (round) =>
        (await round(drainedBeside))["per second"] / (await round(drained))["per second"],
      needsMillion,
    },
    {
      title: `A sweep while ${waiting} payouts wait`,
      unit: "ms",
      target: { atMost: 100 },
      value: async (round) => (await round(sweep)).ms,
      needsMillion,
    },
  ];
}

const quiet: Measurement<"p50 ms" | "p99 ms"> = {
  title: "one payout at a time of a merchant beside 200 others with 150,000 that wait",
  measure: async ({ platforms }) => {
    const platform = await platforms.get("150,000 waiting");
    const { database, databaseUrl } = platform;
    const { live, liveKey } = await createRichMerchant(database, { live: 1_000_000n });
    await resolveDestination(database, live, destination);
    const [ingress] = await platform.ingresses(1);
    await using _workers = await platform.startWorkers(1);
    const payouts: Followed = { url: ingress!.url, keys: [liveKey], databaseUrl, payouts: FOLLOWED };
    const { p50, p99 } = await runLoad<Times>("follow-payouts.ts", payouts);
    return { "p50 ms": p50, "p99 ms": p99 };
  },
};

export const backlogRows: Row[] = [
  ...backlog("150,000", "150,000 waiting"),
  {
    title: "From the 201 to `succeeded` beside 200 other merchants with 150,000 that wait: p99",
    unit: "ms",
    target: { atMost: 1_000 },
    value: async (round) => (await round(quiet))["p99 ms"],
  },
  ...backlog("1,000,000", "1,000,000 waiting"),
];
