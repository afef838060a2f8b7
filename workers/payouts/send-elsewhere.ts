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

/** A sending with less time would be cut off, and its payout could only be asked about. */
const LEAST_MS = 3_000;

type Progress = {
  /** The gateways that this run has sent it through, or meant to. */
  tried: readonly ClaimedPayout["sentThrough"][];
  signal: AbortSignal;
};

/**
 * Why a gateway did not send a payout. `hasFailed`: it took the transfer, and that has failed, by its own word.
 * `isDenied`: it has not found it for so long since it refused it that this counts.
 */
export type Unsent = Pick<NotSent, "notSent" | "neverLeft" | "notCalled"> & {
  hasFailed?: true;
  isDenied?: true;
};

/**
 * Claims a payout, which its gateway did not send, for the next gateway, and returns the new claim. "deferred": it is
 * sent later, as there is no time, or no other gateway takes it now and not a byte of it has left, or this one does not
 * reach the bank and another one does; or its gateway has to be asked first, when its answer counts. "stays": it stays
 * with the gateway that it has, which is asked about it.
 *
 * A provider that got the request and refused it is asked first: only when it denies to have the transfer is its
 * refusal believed. One that may know a transfer later than it took it is not asked before it would: confirm_payout
 * comes here then, with a refusal that is denied. One that says that the transfer failed has said so: it is deferred
 * where no other gateway takes it now, and where none ever may, a person decides.
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
  const unsent = { reason: notCalled === undefined ? notSent : "not_called", neverLeft } as const;
  const isLate = timeLeft(signal) < LEAST_MS;
  if (others.length > 0 && !isLate) {
    const next = await reroutePayout(database, payout, {
      ...unsent,
      gateways: open,
      mayRepeat: gateways.mayRepeat,
      choice,
    });
    if (next !== null) return next;
  }
  const soon = isLate && open.length > 0;
  if (hasFailed === true) {
    const needsPerson = !(await mayBeSentElsewhere(database, payout, others));
    await deferPayout(database, payout, { ...unsent, soon, needsPerson });
    return "deferred";
  }
  // What no gateway reaches fails at once, and what was refused for another reason is asked about.
  const waits =
    notSent === "bank_unreachable"
      ? await mayBeSentElsewhere(database, payout, others)
      : neverLeft === true || soon;
  if (!waits) return "stays";
  await deferPayout(database, payout, { ...unsent, soon });
  return "deferred";
}
