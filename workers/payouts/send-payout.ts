import type { ClaimedPayout } from "../../sql/payouts/payouts.ts";
import type { TaskContext } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";
import type { NotFound, NotSent, SendResult, TransferResult } from "../gateways/gateway.ts";
import { compareDestination } from "./compare-destination.ts";
import { recordTransferResult } from "./record-transfer-result.ts";
import { sendElsewhere, type Unsent } from "./send-elsewhere.ts";

/**
 * Sends a claimed payout, which its gateway doesn't have yet, and records the result.
 *
 * If a gateway did not send it, for a reason of its own, it goes to the next one, by a claim of its own, or is
 * deferred.
 */
export async function sendPayout(
  context: TaskContext,
  claimed: ClaimedPayout,
  signal: AbortSignal,
): Promise<void> {
  const { crashPoint } = context;
  const tried: ClaimedPayout["sentThrough"][] = [];
  for (let payout = claimed; ;) {
    const result = await send(context, payout, signal);
    if (result === "overtaken") return;
    tried.push(payout.sentThrough);
    crashPoint("payout.sent");

    if (result.kind === "not_sent") await compareDestination(context, payout, result);
    const unsent = unsentBy(result);
    const next =
      unsent === undefined ? "stays" : await sendElsewhere(context, payout, unsent, { tried, signal });
    if (next === "deferred") return;
    if (next === "stays") {
      const refusedBy = hasOwnRefusal(result) ? [...payout.refusedBy, payout.sentThrough] : payout.refusedBy;
      const first = result.kind === "not_sent" ? refusedResult(payout, result) : firstResult(result);
      await recordTransferResult(context, { ...payout, refusedBy }, first, signal);
      crashPoint("payout.finished");
      if (result.kind !== "refused" && result.kind !== "not_sent")
        await compareDestination(context, payout, result);
      return;
    }
    payout = next;
    crashPoint("payout.claimed");
  }
}

/**
 * Sends it through the gateway that its claim has chosen: whatever happens from here on, that one is polled. If it may
 * carry out a reference twice, the call is recorded first, so that a payout without a record was not sent; "overtaken":
 * it was not sent, and another claim has it.
 */
async function send(
  { gateways, payoutCalls, crashPoint, logger }: TaskContext,
  payout: ClaimedPayout,
  signal: AbortSignal,
): Promise<SendResult | "overtaken"> {
  const { environment, reference, sentThrough } = payout;
  const gateway = gateways.named(environment, sentThrough);
  if (gateway?.dedupesByReference === false) {
    if (!(await payoutCalls.start(payout))) return "overtaken";
    crashPoint("payout.call_started");
  }
  const call = { gateway, operation: "sendTransfer", environment } as const;
  return callGateway(logger, call, { payout: reference }, (asked) => asked.sendTransfer(payout, signal));
}

/** Why the gateway did not send it, or failed it for a reason of its own; undefined if it did, or may have. */
export function unsentBy(result: SendResult | NotFound): Unsent | undefined {
  if (result.kind === "not_sent") return result;
  return result.kind === "failed" && result.notSent !== undefined
    ? { notSent: result.notSent, hasFailed: true }
    : undefined;
}

/** Whether the gateway got the payout, and reports that it did not send it. */
function hasOwnRefusal(result: SendResult): boolean {
  return result.kind === "not_sent" && result.neverLeft !== true;
}

/** What the first attempt through a gateway means for the payout: a refused one did not happen. */
function firstResult(result: Exclude<SendResult, NotSent>): TransferResult {
  return result.kind === "refused" ? { ...result, kind: "failed" } : result;
}

/** What a refusal means for the payout if no other gateway accepts it. */
export function refusedResult({ refusedBy }: ClaimedPayout, result: NotSent): TransferResult {
  // No gateway reaches the bank. Other reasons may change by the next attempt.
  return result.notSent === "bank_unreachable" && refusedBy.length === 0
    ? { kind: "failed", code: "DESTINATION_REJECTED", message: "The destination account cannot be paid." }
    : { kind: "unknown", reason: result.reason };
}
