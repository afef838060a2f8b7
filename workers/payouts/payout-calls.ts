import type { Connection } from "../../sql/process/database.ts";
import {
  claimPayouts,
  finishPayouts,
  startPayoutCalls,
  type ClaimedPayout,
  type FinishResult,
  type PayoutEnd,
  type PayoutFinish,
} from "../../sql/payouts/payouts.ts";
import { Locked, shareCalls } from "../../sql/process/batching/share-calls.ts";
import type { Gateways } from "../gateways/create-gateways.ts";

export type PayoutCalls = {
  /** Claims a pending payout, which is then 'processing'; null if it is not pending. */
  claim(id: bigint): Promise<ClaimedPayout | null>;
  /**
   * Records that a claimed payout is about to be sent through a gateway that may carry out a reference twice. False: it
   * must not be, as another claim is newer.
   */
  start(claim: ClaimedPayout): Promise<boolean>;
  /** Stores a claimed payout's result, with its journal and event: see finishPayouts(). */
  finish(claim: ClaimedPayout, end: PayoutEnd): Promise<FinishResult>;
};

/** Payouts in one call: about as many as run at once. A call of more delays the first. */
const MOST = 64;
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
): PayoutCalls {
  // No limit is needed: only running tasks wait here, and their number is bounded.
  const limits = { most: MOST, mostWaiting: Infinity };
  const claims = shareCalls<bigint, ClaimedPayout | null>({
    name: "claim_payouts",
    ...limits,
    call: async (ids, waits) => {
      const choice = gateways.ranked();
      const liveGateways = choice.map(({ gateway }) => gateway);
      const { mayRepeat } = gateways;
      const claimed = await claimPayouts(database, ids, { waits, liveGateways, mayRepeat, choice });
      return claimed.map((result, index) => (result === "locked" ? new Locked(`${ids[index]}`) : result));
    },
  });
  const starts = shareCalls<ClaimedPayout, boolean>({
    name: "start_payout_calls",
    ...limits,
    call: async (claimed, waits) =>
      (await startPayoutCalls(database, claimed, { waits })).map((result, index) =>
        result === "locked" ? new Locked(`${claimed[index]!.id}`) : result,
      ),
  });
  const finishes = shareCalls<Finish, FinishResult>({
    name: "finish_payouts",
    ...limits,
    call: async (items, waits) =>
      (await finishPayouts(database, items, { waits })).map((result, index) =>
        result === "locked" ? new Locked(ownerOf(items[index]!)) : result,
      ),
  });
  const deadline = () => performance.now() + WAIT_MS;
  return {
    claim: (id) => claims({ queue: "all", owner: `${id}` }, id, deadline()),
    start: (claim) => starts({ queue: "all", owner: `${claim.id}` }, claim, deadline()),
    finish: (claim, end) => {
      const item = { claim, end };
      return finishes({ queue: "all", owner: ownerOf(item) }, item, deadline());
    },
  };
}

type Finish = PayoutFinish & { claim: ClaimedPayout };

const ownerOf = ({ claim }: Finish) => `${claim.merchantId}`;
