import {
  claimPayoutConfirmation,
  claimPayoutResend,
  type PolledPayout,
  type ClaimedPayout,
} from "../../sql/payouts/payouts.ts";
import { noteFacts } from "../../sql/process/tracing/trace.ts";
import type { Task, TaskContext } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";
import type { Gateway, NotSent, TransferStatusResult } from "../gateways/gateway.ts";
import { compareDestination } from "./compare-destination.ts";
import { recordTransferResult } from "./record-transfer-result.ts";
import { sendElsewhere } from "./send-elsewhere.ts";
import { refusedResult, sendPayout, unsentBy } from "./send-payout.ts";
import { sendDeferred } from "./send-deferred.ts";
import { sendWhatFailed } from "./send-what-failed.ts";
import { logRefusedAndTaken } from "./accepted-despite-refusal.ts";

/**
 * Asks the provider, by reference, what became of a payout that was sent, or may have been, and records the result.
 *
 * Does nothing when there is nothing left to ask, or nothing yet. The claim makes all earlier ones invalid, so a worker
 * that was paused in the middle of the same payout cannot overwrite what this one records. One of which nothing was
 * sent yet is sent now.
 */
export const confirmPayout: Task = async (context, id, signal) => {
  const { database, crashPoint } = context;
  const payout = await claimPayoutConfirmation(database, id);
  if (payout === null) return;
  noteFacts({ reference: payout.reference });
  crashPoint("payout.claimed");
  if (payout.isUnsent) return sendDeferred(context, payout, signal);

  const answer = await askGateway(context, payout, signal);
  crashPoint("payout.sent");
  if (answer === "sent elsewhere") return;

  const { claim, result } = answer;
  const unsent = claim.status === "processing" ? unsentBy(result) : undefined;
  if (unsent !== undefined) return sendWhatFailed(context, claim, unsent, signal);
  await recordTransferResult(context, claim, result, signal);
  crashPoint("payout.finished");
  if (result.kind !== "not_found") await compareDestination(context, claim, result);
};

/** What the provider said, and the claim under which it did. */
type Answer = { claim: ClaimedPayout; result: TransferStatusResult };

/**
 * Asks the gateway of a payout what became of it. Another one than that which it was sent through never has it: where
 * that one is not configured any more, nobody is asked, nothing is sent again, and in the end a person decides.
 */
async function askGateway(
  context: TaskContext,
  payout: PolledPayout,
  signal: AbortSignal,
): Promise<Answer | "sent elsewhere"> {
  const { gateways, logger } = context;
  const { environment, reference, sentThrough, refusedFor } = payout;
  const about = { payout: reference };
  const gateway = gateways.named(environment, sentThrough);
  if (gateway === undefined) {
    const code = "TRANSFER_SENT_ELSEWHERE";
    logger.error({ ...about, code, gateway: sentThrough }, "LIVE_GATEWAYS does not name its gateway");
    return { claim: payout, result: { kind: "unknown", reason: code } };
  }
  const find = { gateway, operation: "findTransfer", environment } as const;
  const result = await callGateway(logger, find, about, () =>
    // Money that came back after a success is a reversal, also where the success is not on record.
    gateway.findTransfer(payout.reportedSuccess ? { ...payout, status: "succeeded" } : payout, signal),
  );
  if (result.kind === "not_found") return actOnNotFound(context, payout, gateway, signal);
  if (refusedFor === null || result.kind === "unknown") return { claim: payout, result };
  if (result.kind !== "failed") logRefusedAndTaken(logger, payout, sentThrough, result.kind);
  return { claim: { ...payout, refusedFor: null }, result };
}

/**
 * "Not found" does not mean "did not happen": a transfer whose response was lost may still be on its way. Only once the
 * provider has not found it for as long as it may take to know of it is it sent: through another gateway where this one
 * had refused it, and again, under the same reference, where this one carries out a reference once, or had refused the
 * last sending: that is no less sure than what another gateway is sent for. Elsewhere it stays as it is.
 */
async function actOnNotFound(
  context: TaskContext,
  payout: PolledPayout,
  gateway: Gateway,
  signal: AbortSignal,
): Promise<Answer | "sent elsewhere"> {
  const { refusedFor } = payout;
  const countsInMs = gateway.notFoundCountsAfterMs - payout.notFoundForMs;
  if (countsInMs > 0) {
    const waits = refusedFor === null ? {} : { countsInMs };
    return { claim: payout, result: { kind: "not_found", ...waits } };
  }
  if (refusedFor !== null) {
    const refusal: NotSent = { kind: "not_sent", notSent: refusedFor, reason: "refused, and not found" };
    const progress = { tried: [payout.sentThrough], signal };
    const next = await sendElsewhere(context, payout, { notSent: refusedFor, isDenied: true }, progress);
    if (next !== "deferred" && next !== "stays") await sendPayout(context, next, signal);
    if (next !== "stays") return "sent elsewhere";
    const refused = refusedResult(payout, refusal);
    if (refused.kind === "failed") return { claim: payout, result: refused };
  }
  const mayGetAgain = gateway.dedupesByReference || refusedFor !== null;
  const again = mayGetAgain ? await sendAgain(context, payout, gateway, signal) : undefined;
  return again ?? { claim: payout, result: { kind: "not_found" } };
}

/**
 * Sends a payout again that its gateway does not know, by a claim of its own: what was committed while the gateway was
 * asked counts. Undefined where it may not be sent.
 */
async function sendAgain(
  { database, logger, crashPoint }: TaskContext,
  payout: PolledPayout,
  gateway: Gateway,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const claim = await claimPayoutResend(database, payout);
  if (claim === null) return undefined;
  crashPoint("payout.claimed");
  const { environment, reference } = claim;
  const send = { gateway, operation: "sendTransfer", environment } as const;
  const sent = await callGateway(logger, send, { payout: reference }, () =>
    gateway.sendTransfer(claim, signal),
  );
  if (sent.kind !== "refused" && sent.kind !== "not_sent") return { claim, result: sent };
  if (sent.kind === "refused") return { claim, result: refusedAgain };
  // Whatever was sent before was refused too, or may have been taken.
  const refusedFor = payout.refusedFor && sent.notSent;
  if (sent.notCalled === undefined) return { claim: { ...claim, refusedFor }, result: refusedAgain };
  // Nothing was sent, and what was found stands.
  return { claim: { ...claim, refusedFor: payout.refusedFor }, result: { kind: "not_found" } };
}

const refusedAgain = { kind: "unknown", reason: "refused when it was sent again" } as const;
