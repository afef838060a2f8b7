import type { ClaimedPayout } from "../../sql/queries/payouts.ts";
import { noteFacts } from "../../sql/tracing/trace.ts";
import type { Task, TaskContext } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";
import type { SendResult, TransferResult } from "../gateways/gateway.ts";
import { recordTransferResult } from "./record-transfer-result.ts";
import { sendElsewhere } from "./send-elsewhere.ts";

/**
 * Sends one accepted payout.
 *
 * It can be claimed for sending only once. A second run of the job therefore does nothing: an earlier one may have sent
 * the money and died before it recorded that, and confirm_payout asks the provider as soon as the question is due. No
 * transaction is open while the provider is called, and the result is written only while this run's claim is the
 * newest. Payouts that run at the same time are claimed, and finished, in one call.
 *
 * What a gateway did not send, for a reason of its own, goes to the next one, by a claim of its own.
 */
export const executePayout: Task = async (context, id, signal) => {
  const { payoutCalls, crashPoint } = context;
  const claimed = await payoutCalls.claim(id);
  if (claimed === null) return;
  noteFacts({ reference: claimed.reference });
  crashPoint("payout.claimed");

  for (let payout: ClaimedPayout = claimed; ;) {
    const result = await send(context, payout, signal);
    crashPoint("payout.sent");

    const next = result.kind === "not_sent" ? await sendElsewhere(context, payout, result, signal) : null;
    if (next === null) {
      const refusedBy = hasOwnRefusal(result) ? [...payout.refusedBy, payout.sentThrough] : payout.refusedBy;
      await recordTransferResult(context, { ...payout, refusedBy }, firstResult(payout, result), signal);
      crashPoint("payout.finished");
      return;
    }
    payout = next;
    crashPoint("payout.claimed");
  }
};

/** Sends it through the gateway that its claim has chosen: whatever happens from here on, that one is asked. */
function send(
  { gateways, logger }: TaskContext,
  payout: ClaimedPayout,
  signal: AbortSignal,
): Promise<SendResult> {
  const { environment, reference, sentThrough } = payout;
  const gateway = gateways.named(environment, sentThrough);
  const call = { gateway, operation: "sendTransfer", environment } as const;
  return callGateway(logger, call, { payout: reference }, (asked) => asked.sendTransfer(payout, signal));
}

/** Whether the gateway got the payout, and says that it did not send it. */
function hasOwnRefusal(result: SendResult): boolean {
  return result.kind === "not_sent" && result.neverLeft !== true;
}

/** What the first sending through a gateway means for the payout: what was refused did not happen. */
function firstResult({ refusedBy }: ClaimedPayout, result: SendResult): TransferResult {
  if (result.kind === "refused") return { ...result, kind: "failed" };
  if (result.kind !== "not_sent") return result;
  // No gateway reaches the bank. Of all other reasons the next answer may be another one.
  return result.notSent === "bank_unreachable" && refusedBy.length === 0
    ? { kind: "failed", code: "DESTINATION_REJECTED", message: "The destination account cannot be paid." }
    : { kind: "unknown", reason: result.reason };
}
