import { claimPayoutConfirmation, type ClaimedPayout } from "../../sql/queries/payouts.ts";
import type { TaskContext, TaskFor } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";
import type { TransferResult } from "../gateways/gateway.ts";
import { recordTransferResult } from "./record-transfer-result.ts";
import { transferOf } from "./transfer-of.ts";

/**
 * Asks the provider, by reference, what became of a payout that was sent, or may have been, and writes what it says.
 *
 * Does nothing where nothing is to be asked any more. The claim invalidates earlier ones, so a worker that was paused
 * in the middle of the same payout cannot write over what this one learns.
 */
export const confirmPayout: TaskFor<"confirm_payout"> = (context) => {
  const { database, crashPoint } = context;

  return async ({ id }, { signal }) => {
    const payout = await claimPayoutConfirmation(database, id);
    if (payout === null) return;
    crashPoint("payout.claimed");

    const answer = await askAgain(context, payout, signal);
    crashPoint("payout.sent");

    await recordTransferResult(context, payout, answer);
    crashPoint("payout.finished");
  };
};

/**
 * "Not found" is not "did not happen": a transfer whose answer was lost may still be on its way. It is sent again, under
 * the same reference, only where the provider lets a reference have one effect; elsewhere it stays unknown.
 */
async function askAgain(
  { gatewayFor, logger }: TaskContext,
  payout: ClaimedPayout,
  signal: AbortSignal,
): Promise<TransferResult> {
  const about = { payout: payout.reference };
  const answer = await callGateway(logger, about, async () =>
    gatewayFor(payout.environment).findTransfer(transferOf(payout), signal),
  );
  // A success is asked about once more, not for ever.
  if (answer.kind === "succeeded" && payout.status === "succeeded") return { kind: "succeeded" };
  if (answer.kind !== "not_found") return answer;

  const gateway = gatewayFor(payout.environment);
  if (payout.status !== "processing" || !gateway.dedupesByReference)
    return { kind: "unknown", reason: "not found" };
  return callGateway(logger, about, () => gateway.sendTransfer(transferOf(payout), signal));
}
