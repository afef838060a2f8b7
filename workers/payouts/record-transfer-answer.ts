import { finishPayout, postponePayoutConfirmation, type ClaimedPayout } from "../../sql/queries/payouts.ts";
import type { TaskContext } from "../context.ts";
import type { SendAnswer } from "../gateways/gateway.ts";

type Recorder = Pick<TaskContext, "database" | "logger">;

/**
 * Writes what the provider said of a claimed payout. A final word ends it; anything else plans the next question.
 * Neither changes anything when a newer claim has taken over.
 */
export async function recordTransferAnswer(
  { database, logger }: Recorder,
  payout: ClaimedPayout,
  answer: SendAnswer,
): Promise<void> {
  switch (answer.kind) {
    case "pending":
    case "unknown":
      await postponePayoutConfirmation(database, payout);
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
