import { claimPayoutConfirmation, type AskedPayout } from "../../sql/queries/payouts.ts";
import { noteFacts } from "../../sql/tracing/trace.ts";
import type { Task, TaskContext } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";
import type { TransferStatusResult } from "../gateways/gateway.ts";
import { recordTransferResult } from "./record-transfer-result.ts";
import { sendPutOff } from "./send-put-off.ts";

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

  const result = await findOrSendAgain(context, payout, signal);
  crashPoint("payout.sent");

  await recordTransferResult(context, payout, result, signal);
  crashPoint("payout.finished");
};

/**
 * "Not found" does not mean "did not happen": a transfer whose response was lost may still be on its way. It is sent
 * again, under the same reference, only where the provider carries out a reference once, and has not found it for as
 * long as it may take to know of it; elsewhere it stays as it is. Another gateway than the one that it was sent through
 * never has it: where that one is not configured any more, nobody is asked, nothing is sent again, and in the end a
 * person decides. Nor is it sent again while an operator has stopped payouts.
 */
async function findOrSendAgain(
  { gateways, logger }: TaskContext,
  payout: AskedPayout,
  signal: AbortSignal,
): Promise<TransferStatusResult> {
  const { environment, reference, sentThrough } = payout;
  const about = { payout: reference };
  const gateway = gateways.named(environment, sentThrough);
  if (gateway === undefined) {
    const code = "TRANSFER_SENT_ELSEWHERE";
    logger.error({ ...about, code, gateway: sentThrough }, "LIVE_GATEWAYS does not name its gateway");
    return { kind: "unknown", reason: code };
  }
  const find = { gateway, operation: "findTransfer", environment } as const;
  const result = await callGateway(logger, find, about, () => gateway.findTransfer(payout, signal));
  if (result.kind !== "not_found") return result;

  const maySendAgain = gateway.dedupesByReference && payout.notFoundForMs >= gateway.notFoundCountsAfterMs;
  if (payout.status !== "processing" || payout.isFrozen || !maySendAgain) return result;
  const send = { gateway, operation: "sendTransfer", environment } as const;
  const sent = await callGateway(logger, send, about, () => gateway.sendTransfer(payout, signal));
  // Nothing was sent, and what was found stands.
  if (sent.kind === "not_sent" && sent.notCalled !== undefined) return result;
  return sent.kind === "refused" || sent.kind === "not_sent"
    ? { kind: "unknown", reason: "refused when it was sent again" }
    : sent;
}
