import type { GatewayName } from "./manifest/manifests.ts";
import type { NotCalledReason } from "./gateway.ts";
import type { GatewayGuards } from "./guards/create-gateway-guards.ts";

/** With fewer calls than this, a gateway counts as one whose transfers all succeed. */
const ENOUGH_CALLS = 20;
/** Gateways whose rates differ by less from the best count as equally good. */
const MARGIN = 0.05;

/** A live gateway, and the reasons for and against sending a payout through it. Stored with the payout as it is. */
export type RankedGateway = {
  gateway: GatewayName;
  /** Its transfers of the last five minutes, and the fraction that it accepted. */
  calls: number;
  successRate?: number;
  /** The cost of a transfer, in kobo, from LIVE_GATEWAY_COSTS. */
  costKobo?: number;
  /** Why it is not called now. */
  closed?: NotCalledReason;
};

/** The cost of a transfer, in kobo: for all gateways, or none. */
export type GatewayCosts = Partial<Record<GatewayName, number>>;

/**
 * Orders the live gateways for a payout. `names`: preferred first.
 *
 * Unavailable ones come last. Among the others, those close to the best come first, cheapest first, ties in preferred
 * order; then the rest, best first.
 */
export function rankGateways(
  names: readonly GatewayName[],
  guards: GatewayGuards,
  costs: GatewayCosts,
): RankedGateway[] {
  const ranked = names.map((gateway): RankedGateway => {
    const guard = guards(gateway, "sendTransfer");
    const { calls, successes } = guard.recent();
    const closed = guard.closedFor();
    return {
      gateway,
      calls,
      ...(calls > 0 && { successRate: Math.round((successes / calls) * 1_000) / 1_000 }),
      ...(costs[gateway] !== undefined && { costKobo: costs[gateway] }),
      ...(closed !== undefined && { closed }),
    };
  });
  const best = Math.max(...ranked.filter(isOpen).map(rateOf));
  const isGood = (each: RankedGateway) => rateOf(each) > best - MARGIN;
  const costOf = ({ costKobo = 0 }: RankedGateway) => costKobo;
  // Sorting keeps the order of equals.
  return ranked.toSorted(
    (a, b) =>
      Number(isOpen(b)) - Number(isOpen(a)) ||
      Number(isGood(b)) - Number(isGood(a)) ||
      (isGood(a) ? costOf(a) - costOf(b) : rateOf(b) - rateOf(a)),
  );
}

/** The available ones, in their order. */
export function openOf(ranked: readonly RankedGateway[]): GatewayName[] {
  return ranked.filter(isOpen).map(({ gateway }) => gateway);
}

function isOpen({ closed }: RankedGateway): boolean {
  return closed === undefined;
}

function rateOf({ calls, successRate = 1 }: RankedGateway): number {
  return calls < ENOUGH_CALLS ? 1 : successRate;
}
