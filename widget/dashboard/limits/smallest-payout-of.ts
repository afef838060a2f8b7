import type { Environment, Limits, Money } from "../api/types.ts";

/** The smallest payout in an environment: in live mode, the least that a gateway accepts. */
export function smallestPayoutOf(payout: Limits["payout"], environment: Environment): Money {
  return environment === "live" ? payout.smallestLive : payout.smallest;
}
