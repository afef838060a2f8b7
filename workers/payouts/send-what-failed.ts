import type { ClaimedPayout } from "../../sql/payouts/payouts.ts";
import type { TaskContext } from "../context.ts";
import { recordTransferResult } from "./record-transfer-result.ts";
import { sendElsewhere, type Unsent } from "./send-elsewhere.ts";
import { sendPayout } from "./send-payout.ts";
import { acceptedDespiteRefusalByAny } from "./accepted-despite-refusal.ts";

/**
 * Sends a payout through the next gateway, after its own accepted it and then failed it for a reason of its own. If a
 * gateway that refused it before may have it, it stays as it is, and is polled again.
 */
export async function sendWhatFailed(
  context: TaskContext,
  payout: ClaimedPayout,
  unsent: Unsent,
  signal: AbortSignal,
): Promise<void> {
  const { crashPoint } = context;
  if (await acceptedDespiteRefusalByAny(context, payout, signal)) {
    const stays = { kind: "unknown", reason: "it failed at its gateway, and is not sent elsewhere" } as const;
    return recordTransferResult(context, payout, stays, signal);
  }
  const next = await sendElsewhere(context, payout, unsent, { tried: [payout.sentThrough], signal });
  if (typeof next === "string") return;
  crashPoint("payout.claimed");
  await sendPayout(context, next, signal);
}
