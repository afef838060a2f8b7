import { MINIMUM_AMOUNT } from "../ledger/money.ts";
import type { GatewayName } from "./live-gateway.ts";

/** The least of a live payout, and of what a payer pays into a live account, in kobo. */
export type LeastAmounts = { payout: number; collection: number };

/** What no live gateway has to take less than: a payout of less is not worth its fees. */
const LEAST_PAYOUT = 10_000;

/**
 * The least that each live gateway takes. Paystack says ₦100 for both. Monnify's client library says ₦20 for transfers,
 * and nothing is known of Flutterwave's and of those behind `http`: ₦100 holds for all.
 */
const leastAmounts: Record<GatewayName, LeastAmounts> = {
  http: { payout: LEAST_PAYOUT, collection: MINIMUM_AMOUNT },
  paystack: { payout: 10_000, collection: 10_000 },
  monnify: { payout: LEAST_PAYOUT, collection: MINIMUM_AMOUNT },
  flutterwave: { payout: LEAST_PAYOUT, collection: MINIMUM_AMOUNT },
};

/** The least that one of these gateways takes; they are those of LIVE_GATEWAYS. */
export function leastOf(gateways: readonly GatewayName[]): LeastAmounts {
  const least = (operation: keyof LeastAmounts, otherwise: number) =>
    gateways.length === 0 ? otherwise : Math.min(...gateways.map((name) => leastAmounts[name][operation]));
  return { payout: least("payout", LEAST_PAYOUT), collection: least("collection", MINIMUM_AMOUNT) };
}
