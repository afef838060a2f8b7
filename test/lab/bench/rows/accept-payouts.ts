import { hotTransfers, spreadTransfers } from "../controls/bare-transfers.ts";
import { runLoad } from "../load/run-load.ts";
import type { Acceptance } from "../load/accept-one-by-one.ts";
import type { Loaded } from "../load/keep-busy.ts";
import { sendPayouts } from "../load/send-payouts.ts";
import type { Kind } from "../platform/platforms.ts";
import type { Measurement, Row } from "../row.ts";

type Accepted = Measurement<"per second" | "p50 ms" | "p99 ms">;

/** Payouts of that many merchants, in turns. */
export function accepted(title: string, merchants: number, kind: Kind = "workers off"): Accepted {
  return {
    title,
    measure: async ({ platforms, seconds }) => {
      const loaded = await sendPayouts(await platforms.get(kind), { merchants, seconds });
      return { "per second": loaded.perSecond, "p50 ms": loaded.p50, "p99 ms": loaded.p99 };
    },
  };
}

export const acceptedHot = accepted("`POST /v1/payouts`, one merchant, workers off", 1);
export const acceptedSpread = accepted("`POST /v1/payouts`, 200 merchants, workers off", 200);

/** For one merchant: more connections only wait for its row. */
const oneByOne: Measurement<"per second"> = {
  title: "`accept_payouts()`, one a call, one merchant",
  measure: async ({ platforms, seconds }) => {
    const { databaseUrl, merchants } = await platforms.get("workers off");
    const input: Acceptance = { databaseUrl, tenants: merchants.slice(0, 1), clients: 4, seconds };
    return { "per second": (await runLoad<Loaded>("accept-one-by-one.ts", input)).perSecond };
  },
};

export const acceptPayoutRows: Row[] = [
  {
    title: "`POST /v1/payouts` of one merchant, workers off",
    unit: "× bare transfers, hot",
    target: { atLeast: 0.5 },
    value: async (round) =>
      (await round(acceptedHot))["per second"] / (await round(hotTransfers))["per second"],
  },
  {
    title: "`POST /v1/payouts` of 200 merchants, workers off",
    unit: "× bare transfers, spread",
    target: { atLeast: 0.24 },
    value: async (round) =>
      (await round(acceptedSpread))["per second"] / (await round(spreadTransfers))["per second"],
  },
  {
    title: "`POST /v1/payouts` of one merchant, workers off",
    unit: "× `accept_payouts()`, one a call",
    target: { atLeast: 4.5 },
    value: async (round) => (await round(acceptedHot))["per second"] / (await round(oneByOne))["per second"],
  },
];
