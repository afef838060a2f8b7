import {
  claimPayoutConfirmation,
  claimPayoutResend,
  deferPayout,
  reroutePayout,
  type ClaimedPayout,
} from "../../sql/payouts/payouts.ts";
import { noteFacts } from "../../sql/process/tracing/trace.ts";
import type { Task, TaskContext } from "../context.ts";
import type { Gateway, TransferStatusResult } from "../gateways/gateway.ts";
import { failed } from "../gateways/transfer-results.ts";
import { openOf } from "../gateways/rank-gateways.ts";
import { acceptedDespiteRefusal, logAcceptedDespiteRefusal } from "./accepted-despite-refusal.ts";
import { compareDestination } from "./compare-destination.ts";
import { recordTransferResult } from "./record-transfer-result.ts";
import { refusedResult, sendElsewhere, sendPayout, unsentBy } from "./send-payout.ts";
import { findTransfer, sendTransfer } from "./transfers.ts";

/**
 * Polls the provider, by reference, about a payout that was sent, or may have been, and records the result. The claim
 * invalidates all earlier ones, so a worker that was paused cannot overwrite it. A payout that was never sent is sent.
 */
export const confirmPayout: Task = async (context, id) => {
  const { database, crashPoint } = context;
  const payout = await claimPayoutConfirmation(database, { payoutId: id });
  if (payout === null) return;
  noteFacts({ reference: payout.reference });
  crashPoint("payout.claimed");
  if (payout.isUnsent) return sendDeferred(context, payout);

  const answer = await pollGateway(context, payout);
  crashPoint("payout.sent");
  if (answer === "sent elsewhere") return;

  const { claim } = answer;
  let { result } = answer;
  const unsent = claim.status === "processing" ? unsentBy(result) : undefined;
  if (unsent !== undefined) {
    // Its gateway accepted it and then failed it, for a reason of its own.
    if (!(await acceptedDespiteRefusal(context, claim)))
      return void (await sendElsewhere(context, claim, unsent));
    result = { kind: "unknown", reason: "it failed at its gateway, and is not sent elsewhere" };
  }
  await recordTransferResult(context, claim, result);
  crashPoint("payout.finished");
  if (result.kind !== "not_found") await compareDestination(context, claim, result);
};

/**
 * Sends a deferred payout through the first gateway that accepts it now. If none does, or an operator has stopped it,
 * it stays deferred.
 */
async function sendDeferred(context: TaskContext, payout: ClaimedPayout): Promise<void> {
  const { database, gateways, crashPoint } = context;
  const choice = gateways.ranked();
  const unsent = { payoutId: payout.id, fence: payout.fence, reason: null, neverLeft: false };
  const plan = { gateways: openOf(choice), mayRepeat: gateways.mayRepeat, gatewayChoice: choice };
  const claim = await reroutePayout(database, { ...unsent, ...plan });
  if (claim === null)
    return void (await deferPayout(database, { ...unsent, soon: false, needsPerson: false }));
  crashPoint("payout.claimed");
  await sendPayout(context, claim);
}

/** The provider's answer, and the claim it was given under. */
type Answer = { claim: ClaimedPayout; result: TransferStatusResult };

/**
 * Polls the payout's gateway, the only one that can have it: if that is not configured any more, nobody is polled,
 * nothing is sent again, and in the end a person decides.
 */
async function pollGateway(context: TaskContext, payout: ClaimedPayout): Promise<Answer | "sent elsewhere"> {
  const { gateways, logger } = context;
  const { environment, reference, sentThrough, refusedFor } = payout;
  const gateway = gateways.named(environment, sentThrough);
  if (gateway === undefined) {
    const code = "TRANSFER_SENT_ELSEWHERE";
    logger.error({ payout: reference, code, gateway: sentThrough }, "LIVE_GATEWAYS lacks its gateway");
    return { claim: payout, result: { kind: "unknown", reason: code } };
  }
  // Money that came back after a success is a reversal, even if the success is not on record.
  const polled = payout.reportedSuccess ? ({ ...payout, status: "succeeded" } as const) : payout;
  const result = await findTransfer(context, polled);
  if (result.kind === "not_found") return actOnNotFound(context, payout, gateway);
  if (refusedFor === null || result.kind === "unknown") return { claim: payout, result };
  if (result.kind !== "failed") logAcceptedDespiteRefusal(context, payout, sentThrough, result.kind);
  return { claim: { ...payout, refusedFor: null }, result };
}

/**
 * "Not found" does not mean "did not happen": a transfer whose response was lost may still be in progress. It is sent
 * again only once the provider has not found it for long enough to count: through another gateway if this one had
 * refused it; under the same reference if this one carries out a reference once, or had refused the last attempt, which
 * is as certain as a failover. Otherwise it stays as it is; one that has failed has then failed for good.
 */
async function actOnNotFound(
  context: TaskContext,
  payout: ClaimedPayout,
  gateway: Gateway,
): Promise<Answer | "sent elsewhere"> {
  const { refusedFor } = payout;
  const countsInMs = gateway.notFoundCountsAfterMs - payout.notFoundForMs;
  if (countsInMs > 0) {
    const waits = refusedFor === null ? {} : { countsInMs };
    return { claim: payout, result: { kind: "not_found", ...waits } };
  }
  // A refusal that counts as failed made no transfer: it is not known now because it failed.
  if (payout.status === "failed") return { claim: payout, result: failed() };
  if (refusedFor !== null) {
    const refusal = { notSent: refusedFor, isDenied: true } as const;
    if (await sendElsewhere(context, payout, refusal)) return "sent elsewhere";
    const refused = refusedResult(payout, { notSent: refusedFor, reason: "refused, and not found" });
    if (refused.kind === "failed") return { claim: payout, result: refused };
  }
  const mayGetAgain = gateway.dedupesByReference || refusedFor !== null;
  const again = mayGetAgain ? await sendAgain(context, payout) : undefined;
  return again ?? { claim: payout, result: { kind: "not_found" } };
}

/**
 * Sends a payout again that its gateway does not know, by a claim of its own, which sees what was committed during the
 * poll. Undefined if it may not be sent.
 */
async function sendAgain(context: TaskContext, payout: ClaimedPayout): Promise<Answer | undefined> {
  const claim = await claimPayoutResend(context.database, { payoutId: payout.id, fence: payout.fence });
  if (claim === null) return undefined;
  context.crashPoint("payout.claimed");
  const sent = await sendTransfer(context, claim);
  if (sent.kind !== "refused" && sent.kind !== "not_sent") return { claim, result: sent };
  // Nothing was sent, and the poll's result stands.
  if (sent.kind === "not_sent" && sent.notCalled !== undefined)
    return { claim: { ...claim, refusedFor: payout.refusedFor }, result: { kind: "not_found" } };
  // Earlier attempts were refused too, or may have been accepted.
  const refusedFor = sent.kind === "not_sent" && payout.refusedFor !== null ? sent.notSent : null;
  const result = { kind: "unknown", reason: "refused when it was sent again" } as const;
  return { claim: { ...claim, refusedFor }, result };
}
