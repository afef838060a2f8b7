import {
  mayBeSentElsewhere,
  deferPayout,
  reroutePayout,
  schedulePayoutConfirmation,
  type ClaimedPayout,
} from "../../sql/payouts/payouts.ts";
import type { TaskContext } from "../context.ts";
import type { NotSent } from "../gateways/gateway.ts";
import { openOf } from "../gateways/rank-gateways.ts";
import { timeLeft } from "../start-deadline.ts";
import { acceptedDespiteRefusal } from "./accepted-despite-refusal.ts";

/** An attempt with less time would be cut off, and its payout could only be polled. */
const LEAST_MS = 3_000;

type Progress = {
  /** The gateways that this run has sent it through, or was going to. */
  tried: readonly ClaimedPayout["sentThrough"][];
  signal: AbortSignal;
};

/**
 * Why a gateway did not send a payout. `hasFailed`: it accepted the transfer and reported that it failed. `isDenied`:
 * it has reported "not found" since the refusal for long enough to count.
 */
export type Unsent = Pick<NotSent, "notSent" | "neverLeft" | "notCalled"> & {
  hasFailed?: true;
  isDenied?: true;
};

/**
 * Claims a payout that its gateway did not send for the next gateway, and returns the new claim. "deferred": it is sent
 * later, because time is short, or no other gateway accepts it now and not a byte of it was sent, or this one does not
 * reach the bank and another one does; or its gateway has to be polled first, once its answer counts. "stays": it stays
 * with its gateway, which is polled about it.
 *
 * A provider that got the request and refused it is polled first: its refusal counts only once it reports not to have
 * the transfer. A provider that may not find a transfer right after accepting it is not polled before that time:
 * confirm_payout comes here then, with a denied refusal. A provider that reports a failed transfer has answered: the
 * payout is deferred if no other gateway accepts it now, and if none ever may, a person decides.
 */
export async function sendElsewhere(
  context: TaskContext,
  payout: ClaimedPayout,
  { notSent, neverLeft, notCalled, hasFailed, isDenied }: Unsent,
  { tried, signal }: Progress,
): Promise<ClaimedPayout | "deferred" | "stays"> {
  const { database, gateways } = context;
  const { environment, sentThrough } = payout;
  const others = gateways
    .offering(environment, "sendTransfer")
    .map(({ kind }) => kind)
    .filter((kind) => kind !== sentThrough);
  if (neverLeft !== true && hasFailed !== true && isDenied !== true) {
    if ((gateways.named(environment, sentThrough)?.notFoundCountsAfterMs ?? 0) > 0) {
      await schedulePayoutConfirmation(database, { ...payout, refusedFor: notSent });
      return "deferred";
    }
    if (others.length === 0 || (await acceptedDespiteRefusal(context, sentThrough, payout, signal)))
      return "stays";
  }
  const choice = gateways.ranked();
  const open = openOf(choice).filter((gateway) => ![...tried, ...payout.refusedBy].includes(gateway));
  const reason = notCalled === undefined ? notSent : null;
  const unsent = { payoutId: payout.id, fence: payout.fence, reason, neverLeft: neverLeft === true };
  const isLate = timeLeft(signal) < LEAST_MS;
  if (others.length > 0 && !isLate) {
    const plan = { gateways: open, mayRepeat: gateways.mayRepeat, gatewayChoice: choice };
    const next = await reroutePayout(database, { ...unsent, ...plan });
    if (next !== null) return next;
  }
  const soon = isLate && open.length > 0;
  if (hasFailed === true) {
    const needsPerson = !(await mayBeSentElsewhere(database, { payoutId: payout.id, gateways: others }));
    await deferPayout(database, { ...unsent, soon, needsPerson });
    return "deferred";
  }
  // A bank that no gateway reaches fails the payout at once; other refusals are polled.
  const waits =
    notSent === "bank_unreachable"
      ? await mayBeSentElsewhere(database, { payoutId: payout.id, gateways: others })
      : neverLeft === true || soon;
  if (!waits) return "stays";
  await deferPayout(database, { ...unsent, soon, needsPerson: false });
  return "deferred";
}
