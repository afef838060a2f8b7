import { noteFacts } from "../../sql/tracing/trace.ts";
import type { Task } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";
import { recordTransferResult } from "./record-transfer-result.ts";

/**
 * Sends one accepted payout.
 *
 * It can be claimed for sending only once. A second run of the job therefore does nothing: an earlier one may have sent
 * the money and died before it recorded that, and confirm_payout asks the provider as soon as the question is due. No
 * transaction is open while the provider is called, and the result is written only while this run's claim is the
 * newest. Payouts that run at the same time are claimed, and finished, in one call.
 */
export const executePayout: Task = async (context, id, signal) => {
  const { payoutCalls, gateways, crashPoint, logger } = context;
  const payout = await payoutCalls.claim(id);
  if (payout === null) return;
  noteFacts({ reference: payout.reference });
  crashPoint("payout.claimed");

  const { environment, reference } = payout;
  // The claim has chosen it: whatever happens from here on, this one is asked about the payout.
  const gateway = gateways.named(environment, payout.sentThrough);
  const call = { gateway, operation: "sendTransfer", environment } as const;
  const result = await callGateway(logger, call, { payout: reference }, (asked) =>
    asked.sendTransfer(payout, signal),
  );
  crashPoint("payout.sent");

  // Nothing was sent before: what was refused did not happen.
  await recordTransferResult(
    context,
    payout,
    result.kind === "refused" ? { ...result, kind: "failed" } : result,
  );
  crashPoint("payout.finished");
};
