import type { Environment, Limits, Money, PayoutLimits } from "../api/types.ts";

/** What an ingress of the version before answers has no limits by environment. */
type Payout = Pick<Limits["payout"], "smallest" | "largest"> & Partial<Record<Environment, PayoutLimits>>;

/** What limits payouts in an environment: during a deploy, where an older ingress was asked, the largest one alone. */
export function payoutLimitsOf(payout: Payout, environment: Environment): PayoutLimits {
  return payout[environment] ?? { largest: payout.largest };
}

/** The smallest payout in an environment: in live what one of the gateways takes. */
export function smallestPayoutOf(payout: Limits["payout"], environment: Environment): Money {
  return environment === "live" ? payout.smallestLive : payout.smallest;
}
