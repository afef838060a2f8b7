import { deferPayout, reroutePayout, type PolledPayout } from "../../sql/payouts/payouts.ts";
import type { TaskContext } from "../context.ts";
import { openOf } from "../gateways/rank-gateways.ts";
import { sendPayout } from "./send-payout.ts";

/**
 * Sends a deferred payout through the first gateway that accepts it now. If none does, or an operator has stopped it,
 * it stays deferred.
 */
export async function sendDeferred(
  context: TaskContext,
  payout: PolledPayout,
  signal: AbortSignal,
): Promise<void> {
  const { database, gateways, crashPoint } = context;
  const choice = gateways.ranked();
  const claim = await reroutePayout(database, payout, {
    reason: "not_called",
    gateways: openOf(choice),
    mayRepeat: gateways.mayRepeat,
    choice,
  });
  if (claim === null) {
    await deferPayout(database, payout, { reason: "not_called", soon: false });
    return;
  }
  crashPoint("payout.claimed");
  await sendPayout(context, claim, signal);
}
