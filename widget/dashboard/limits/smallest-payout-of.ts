import type { Environment, Limits, Money } from "../api/types.ts";

/** The smallest payout in an environment: in live what one of the gateways takes. */
export function smallestPayoutOf(payout: Limits["payout"], environment: Environment): Money {
  return environment === "live" ? payout.smallestLive : payout.smallest;
}
