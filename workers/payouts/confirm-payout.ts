import {
  claimPayoutConfirmation,
  claimPayoutResend,
  type AskedPayout,
  type ClaimedPayout,
} from "../../sql/queries/payouts.ts";
import { noteFacts } from "../../sql/tracing/trace.ts";
import type { Task, TaskContext } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";
import type { Gateway, TransferStatusResult } from "../gateways/gateway.ts";
import { recordTransferResult } from "./record-transfer-result.ts";
import { unsentBy } from "./send-payout.ts";
import { sendPutOff } from "./send-put-off.ts";
import { sendWhatFailed } from "./send-what-failed.ts";

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
  if (payout.isUnsent) return sendPutOff(context, payout, signal);

  const { claim, result } = await findOrSendAgain(context, payout, signal);
  crashPoint("payout.sent");

  const unsent = claim.status === "processing" ? unsentBy(result) : undefined;
  if (unsent !== undefined) return sendWhatFailed(context, claim, unsent, signal);
  await recordTransferResult(context, claim, result, signal);
  crashPoint("payout.finished");
};

/** What the provider said, and the claim under which it did. */
type Answer = { claim: ClaimedPayout; result: TransferStatusResult };

/**
 * "Not found" does not mean "did not happen": a transfer whose response was lost may still be on its way. It is sent
 * again, under the same reference, only where the provider carries out a reference once, and has not found it for as
 * long as it may take to know of it; elsewhere it stays as it is. Another gateway than the one that it was sent through
 * never has it: where that one is not configured any more, nobody is asked, nothing is sent again, and in the end a
 * person decides.
 */
async function findOrSendAgain(
  context: TaskContext,
  payout: AskedPayout,
  signal: AbortSignal,
): Promise<Answer> {
  const { gateways, logger } = context;
  const { environment, reference, sentThrough } = payout;
  const about = { payout: reference };
  const gateway = gateways.named(environment, sentThrough);
  if (gateway === undefined) {
    const code = "TRANSFER_SENT_ELSEWHERE";
    logger.error({ ...about, code, gateway: sentThrough }, "LIVE_GATEWAYS does not name its gateway");
    return { claim: payout, result: { kind: "unknown", reason: code } };
  }
  const find = { gateway, operation: "findTransfer", environment } as const;
  const result = await callGateway(logger, find, about, () => gateway.findTransfer(payout, signal));
  const counts = result.kind === "not_found" && payout.notFoundForMs >= gateway.notFoundCountsAfterMs;
  const again = counts && gateway.dedupesByReference && (await sendAgain(context, payout, gateway, signal));
  return again || { claim: payout, result };
}

/**
 * Sends a payout again that its gateway does not know, by a claim of its own: what was committed while the gateway was
 * asked counts. Returns the claim, with what was found where nothing was sent; false where it may not be sent.
 */
async function sendAgain(
  { database, logger, crashPoint }: TaskContext,
  payout: AskedPayout,
  gateway: Gateway,
  signal: AbortSignal,
): Promise<Answer | false> {
  const claim = await claimPayoutResend(database, payout);
  if (claim === null) return false;
  crashPoint("payout.claimed");
  const { environment, reference } = claim;
  const send = { gateway, operation: "sendTransfer", environment } as const;
  const sent = await callGateway(logger, send, { payout: reference }, () =>
    gateway.sendTransfer(claim, signal),
  );
  if (sent.kind !== "refused" && sent.kind !== "not_sent") return { claim, result: sent };
  if (sent.kind === "not_sent" && sent.notCalled !== undefined)
    return { claim, result: { kind: "not_found" } };
  return { claim, result: { kind: "unknown", reason: "refused when it was sent again" } };
}
