import type { GatewayName } from "./manifest/manifests.ts";
import type { NotCalledReason } from "./gateway.ts";
import type { GatewayGuards } from "./guards/create-gateway-guards.ts";

/** Fewer calls than this say nothing about a gateway, which then counts as one whose transfers all succeed. */
const ENOUGH_CALLS = 20;
/** Gateways whose rates differ by less from the best one's are equally good. */
const MARGIN = 0.05;

/** A live gateway, and what spoke for or against sending a payout through it. It is kept with the payout as it is. */
export type RankedGateway = {
  gateway: GatewayName;
  /** Transfers that it was given in the last five minutes, and the part of them that it took. */
  calls: number;
  successRate?: number;
  /** What a transfer costs there, in kobo, where LIVE_GATEWAY_COSTS says so. */
  costKobo?: number;
  /** Why it is not called now. */
  closed?: NotCalledReason;
};

/** What a transfer costs, in kobo: of each gateway, or of none. */
export type GatewayCosts = Partial<Record<GatewayName, number>>;

/**
 * Puts the live gateways in the order in which a payout is offered to them. `names`: the preferred one first.
 *
 * Those that are not called now come last. Of the others come first those that are about as good as the best, the
 * cheapest one first, and among equals the preferred one; then the rest, the better one first.
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

/** Those that are called now, in their order. */
export function openOf(ranked: readonly RankedGateway[]): GatewayName[] {
  return ranked.filter(isOpen).map(({ gateway }) => gateway);
}

function isOpen({ closed }: RankedGateway): boolean {
  return closed === undefined;
}

function rateOf({ calls, successRate = 1 }: RankedGateway): number {
  return calls < ENOUGH_CALLS ? 1 : successRate;
}
