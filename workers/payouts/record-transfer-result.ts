import { finishPayout, schedulePayoutConfirmation, type ClaimedPayout } from "../../sql/queries/payouts.ts";
import type { TaskContext } from "../context.ts";
import type { TransferResult } from "../gateways/gateway.ts";

type Recorder = Pick<TaskContext, "database" | "logger">;

/**
 * Writes what the provider said of a claimed payout. A final word ends it; anything else plans the next question.
 * Neither changes anything when a newer claim has taken over.
 */
export async function recordTransferResult(
  { database, logger }: Recorder,
  payout: ClaimedPayout,
  answer: TransferResult,
): Promise<void> {
  switch (answer.kind) {
    case "pending":
    case "unknown":
      await schedulePayoutConfirmation(database, payout);
      return;
    case "succeeded":
    case "failed":
    case "reversed": {
      const { kind: outcome, ...details } = answer;
      const result = await finishPayout(database, payout, { outcome, ...details } as Parameters<
        typeof finishPayout
      >[2]);
      if (result === "contradiction") {
        logger.error(
          { payout: payout.reference, outcome },
          "the provider contradicts its final word: needs a person",
        );
      }
    }
  }
}
