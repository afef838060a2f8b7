import { schedulePayoutConfirmation, type ClaimedPayout } from "../../sql/payouts/payouts.ts";
import type { TaskContext } from "../context.ts";
import type { TransferStatusResult } from "../gateways/gateway.ts";
import { acceptedDespiteRefusal } from "./accepted-despite-refusal.ts";

/**
 * Records the provider's result for a claimed payout: a final one ends it, any other schedules the next poll. A newer
 * claim makes this a no-op, except that a success is shown to a person. A result that returns the money is final only
 * once gateways that refused the payout before confirm that they don't have it.
 */
export async function recordTransferResult(
  context: TaskContext,
  payout: ClaimedPayout,
  reported: TransferStatusResult,
): Promise<void> {
  const { database, payoutCalls, logger } = context;
  const givesBack =
    (reported.kind === "failed" && payout.status === "processing") ||
    (reported.kind === "reversed" && payout.status !== "reversed");
  const result: TransferStatusResult =
    givesBack && (await acceptedDespiteRefusal(context, payout))
      ? { kind: "unknown", reason: "a gateway that refused it may have it" }
      : reported;
  if (result.kind === "pending" || result.kind === "unknown" || result.kind === "not_found") {
    return void (await schedulePayoutConfirmation(database, payout, {
      notFound: result.kind === "not_found",
      wasPolled: result.kind !== "unknown" || result.notCalled === undefined,
      withinMs: result.kind === "not_found" ? result.countsInMs : undefined,
    }));
  }
  const recorded = await payoutCalls.finish(payout, result);
  if (recorded === "contradiction") {
    logger.error(
      { payout: payout.reference, gateway: payout.sentThrough, outcome: result.kind },
      "the provider contradicts what is on record: needs a person",
    );
  }
}
