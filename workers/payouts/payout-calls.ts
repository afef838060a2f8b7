import type { Connection } from "../../sql/process/database.ts";
import {
  claimPayouts,
  finishPayouts,
  startPayoutCalls,
  type ClaimedPayout,
  type PayoutEnd,
} from "../../sql/payouts/payouts.ts";
import { shareCalls } from "../../sql/process/batching/share-calls.ts";
import type { Gateways } from "../gateways/create-gateways.ts";
import type { DirectDelivery } from "../webhooks/direct-delivery.ts";

const limits = {
  /** About as many as run at once. A call of more delays the first. */
  most: 64,
  /** No limit is needed: only running tasks wait here, and their number is bounded. */
  mostWaiting: Infinity,
};
/** A task that was aborted has ten seconds to record what it knows. */
const WAIT_MS = 8_000;

/**
 * Claims and finishes concurrent payouts of all merchants in one call: one transaction and one journal statement,
 * however many they are. If a merchant's balance is locked, only that merchant's payouts wait for it. `gateways`: those
 * that can send the live ones at the time of a call.
 */
export function createPayoutCalls(
  database: Connection,
  gateways: Pick<Gateways, "ranked" | "mayRepeat"> = { ranked: () => [], mayRepeat: [] },
  directDelivery: Pick<DirectDelivery, "hasRoom" | "deliver"> = { hasRoom: () => false, deliver: () => {} },
) {
  const claims = shareCalls({
    name: "claim_payouts",
    ...limits,
    ownerOf: (id: bigint) => `${id}`,
    call: (payoutIds, waits) => {
      const gatewayChoice = gateways.ranked();
      const live = { gateways: gatewayChoice.map(({ gateway }) => gateway), gatewayChoice };
      return claimPayouts(database, { payoutIds, waits, ...live, mayRepeat: gateways.mayRepeat });
    },
  });
  const starts = shareCalls({
    name: "start_payout_calls",
    ...limits,
    ownerOf: ({ id }: ClaimedPayout) => `${id}`,
    call: (claimed, waits) => {
      const fences = claimed.map(({ fence }) => fence);
      return startPayoutCalls(database, { payoutIds: claimed.map(({ id }) => id), fences, waits });
    },
  });
  const finishes = shareCalls({
    name: "finish_payouts",
    ...limits,
    ownerOf: ({ claim }: { claim: ClaimedPayout; end: PayoutEnd }) => `${claim.merchantId}`,
    call: (items, waits) => finishPayouts(database, items, { waits, sends: directDelivery.hasRoom() }),
  });
  const deadline = () => performance.now() + WAIT_MS;
  return {
    /** Claims a pending payout, which is then 'processing'; null if it is not pending. */
    claim: async (id: bigint): Promise<ClaimedPayout | null> => {
      const row = await claims(id, deadline());
      return row.outcome === "claimed" ? row : null;
    },
    /**
     * Records that a claimed payout is about to be sent through a gateway that may carry out a reference twice. False:
     * it must not be, as another claim is newer.
     */
    start: async (claim: ClaimedPayout) => (await starts(claim, deadline())).outcome === "started",
    /** Stores a claimed payout's result, with its journal and event: see SQL's finish_payouts(). Delivers the event. */
    finish: async (claim: ClaimedPayout, end: PayoutEnd) => {
      const { outcome, eventId } = await finishes({ claim, end }, deadline());
      if (eventId !== null) directDelivery.deliver(eventId);
      return outcome;
    },
  };
}

export type PayoutCalls = ReturnType<typeof createPayoutCalls>;
