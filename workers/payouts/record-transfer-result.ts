import { schedulePayoutConfirmation, type ClaimedPayout } from "../../sql/queries/payouts.ts";
import type { TaskContext } from "../context.ts";
import type { TransferStatusResult } from "../gateways/gateway.ts";

/**
 * Records the provider's result for a claimed payout: a final one ends it, any other plans when to ask next. Changes
 * nothing when there is a newer claim.
 */
export async function recordTransferResult(
  { database, payoutCalls, logger }: TaskContext,
  payout: ClaimedPayout,
  result: TransferStatusResult,
): Promise<void> {
  if (result.kind === "pending" || result.kind === "unknown" || result.kind === "not_found") {
    await schedulePayoutConfirmation(database, payout, { notFound: result.kind === "not_found" });
    return;
  }
  const recorded = await payoutCalls.finish(payout, result);
  if (recorded === "contradiction") {
    logger.error(
      { payout: payout.reference, outcome: result.kind },
      "the provider contradicts its final result: needs a person",
    );
  }
}
