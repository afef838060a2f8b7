import {
  deferPayout,
  mayBeSentElsewhere,
  reroutePayout,
  schedulePayoutConfirmation,
  type ClaimedPayout,
} from "../../sql/payouts/payouts.ts";
import type { TaskContext } from "../context.ts";
import type { NotFound, NotSent, SendResult, TransferResult } from "../gateways/gateway.ts";
import { openOf } from "../gateways/rank-gateways.ts";
import { timeLeft } from "../start-deadline.ts";
import { acceptedDespiteRefusal } from "./accepted-despite-refusal.ts";
import { compareDestination } from "./compare-destination.ts";
import { recordTransferResult } from "./record-transfer-result.ts";
import { sendTransfer } from "./transfers.ts";

/** An attempt with less time would be cut off, and its payout could only be polled. */
const LEAST_MS = 3_000;

/**
 * Sends a claimed payout, which its gateway doesn't have yet, and records the result. Whatever happens from here on,
 * that gateway is polled. If it did not send it, for a reason of its own, the payout goes to the next one, by a claim
 * of its own, or is deferred. `tried`: the gateways that this run has sent it through.
 */
export async function sendPayout(
  context: TaskContext,
  payout: ClaimedPayout,
  tried: readonly string[] = [],
): Promise<void> {
  const { gateways, payoutCalls, crashPoint } = context;
  // If it may carry out a reference twice, the call is recorded first: a payout without a record was not sent.
  if (gateways.named(payout.environment, payout.sentThrough)?.dedupesByReference === false) {
    if (!(await payoutCalls.start(payout))) return;
    crashPoint("payout.call_started");
  }
  const result: SendResult = await sendTransfer(context, payout);
  crashPoint("payout.sent");

  if (result.kind === "not_sent") await compareDestination(context, payout, result);
  const unsent = unsentBy(result);
  if (unsent !== undefined && (await sendElsewhere(context, payout, unsent, tried))) return;
  const hasOwnRefusal = result.kind === "not_sent" && result.neverLeft !== true;
  const refusedBy = hasOwnRefusal ? [...payout.refusedBy, payout.sentThrough] : payout.refusedBy;
  await recordTransferResult(context, { ...payout, refusedBy }, firstResult(payout, result));
  crashPoint("payout.finished");
  if (result.kind !== "refused" && result.kind !== "not_sent")
    await compareDestination(context, payout, result);
}

/**
 * Why a gateway did not send a payout. `hasFailed`: it accepted the transfer and reported that it failed. `isDenied`:
 * it has reported "not found" since the refusal for long enough to count.
 */
type Unsent = Pick<NotSent, "notSent" | "notCalled"> & {
  neverLeft?: boolean;
  hasFailed?: boolean;
  isDenied?: boolean;
};

/** Why the gateway did not send it, or failed it for a reason of its own; undefined if it did, or may have. */
export function unsentBy(result: SendResult | NotFound): Unsent | undefined {
  if (result.kind === "not_sent") return result;
  return result.kind === "failed" && result.notSent !== undefined
    ? { notSent: result.notSent, hasFailed: true }
    : undefined;
}

/** What the first attempt through a gateway means for the payout: a refused one did not happen. */
function firstResult(payout: ClaimedPayout, result: SendResult): TransferResult {
  if (result.kind === "not_sent") return refusedResult(payout, result);
  return result.kind === "refused" ? { ...result, kind: "failed" } : result;
}

/** What a refusal means for the payout if no other gateway accepts it. */
export function refusedResult(
  { refusedBy }: ClaimedPayout,
  { notSent, reason }: Pick<NotSent, "notSent" | "reason">,
): TransferResult {
  // No gateway reaches the bank. Other reasons may change by the next attempt.
  return notSent === "bank_unreachable" && refusedBy.length === 0
    ? { kind: "failed", code: "DESTINATION_REJECTED", message: "The destination account cannot be paid." }
    : { kind: "unknown", reason };
}

/**
 * Claims a payout that its gateway did not send for the next gateway, and sends it through that one; or defers it,
 * because time is short, or no other gateway accepts it now and not a byte of it was sent, or only another one reaches
 * the bank. False: it stays with its gateway, which is polled about it.
 *
 * A provider that got the request and refused it is polled first: its refusal counts only once it reports not to have
 * the transfer. If it may not find one right after accepting it, it is polled later, and confirm_payout comes here
 * with a denied refusal. A provider that reports a failed transfer has answered: the payout is deferred if no other
 * gateway accepts it now, and if none ever may, a person decides.
 */
export async function sendElsewhere(
  context: TaskContext,
  payout: ClaimedPayout,
  { notSent, neverLeft = false, notCalled, hasFailed = false, isDenied = false }: Unsent,
  triedBefore: readonly string[] = [],
): Promise<boolean> {
  const { database, gateways, crashPoint, signal } = context;
  const { environment, sentThrough } = payout;
  const others = gateways
    .offering(environment, "sendTransfer")
    .map(({ kind }) => kind)
    .filter((kind) => kind !== sentThrough);
  if (!neverLeft && !hasFailed && !isDenied) {
    if ((gateways.named(environment, sentThrough)?.notFoundCountsAfterMs ?? 0) > 0) {
      await schedulePayoutConfirmation(database, { ...payout, refusedFor: notSent });
      return true;
    }
    if (others.length === 0 || (await acceptedDespiteRefusal(context, payout, [sentThrough]))) return false;
  }
  const choice = gateways.ranked();
  const tried = [...triedBefore, sentThrough];
  const open = openOf(choice).filter((gateway) => ![...tried, ...payout.refusedBy].includes(gateway));
  const reason = notCalled === undefined ? notSent : null;
  const unsent = { payoutId: payout.id, fence: payout.fence, reason, neverLeft };
  const isLate = timeLeft(signal) < LEAST_MS;
  if (others.length > 0 && !isLate) {
    const plan = { gateways: open, mayRepeat: gateways.mayRepeat, gatewayChoice: choice };
    const next = await reroutePayout(database, { ...unsent, ...plan });
    if (next !== null) {
      crashPoint("payout.claimed");
      await sendPayout(context, next, tried);
      return true;
    }
  }
  const soon = isLate && open.length > 0;
  const mayGo = () => mayBeSentElsewhere(database, { payoutId: payout.id, gateways: others });
  // A bank that no gateway reaches fails the payout at once; other refusals are polled.
  const waits = hasFailed || (notSent === "bank_unreachable" ? await mayGo() : neverLeft || soon);
  if (waits) await deferPayout(database, { ...unsent, soon, needsPerson: hasFailed && !(await mayGo()) });
  return waits;
}
