import type { Measurement, Row } from "../row.ts";
import { accepted, acceptedHot, acceptedSpread } from "./accept-payouts.ts";
import { drained, drainedOn } from "./drain-payouts.ts";

const kind = "1,000,000 payouts";
const hot = accepted(`\`POST /v1/payouts\`, one merchant, at ${kind}`, 1, kind);
const spread = accepted(`\`POST /v1/payouts\`, 200 merchants, at ${kind}`, 200, kind);
const drainedAt = drainedOn(kind, `payouts drained, no webhook, at ${kind}`);

/** How much slower each is than on an empty database. */
export const millionPayoutRows: Row[] = [
  slower("`POST /v1/payouts` of one merchant", acceptedHot, hot),
  slower("`POST /v1/payouts` of 200 merchants", acceptedSpread, spread),
  slower("Payouts drained, no webhook", drained, drainedAt),
];

function slower(title: string, empty: Measurement<"per second">, full: Measurement<"per second">): Row {
  return {
    title: `${title} at ${kind}`,
    unit: "× the time when empty",
    target: { atMost: 1.2 },
    value: async (round) => (await round(empty))["per second"] / (await round(full))["per second"],
    needsMillion: true,
  };
}
