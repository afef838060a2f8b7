import { noteFacts } from "../../sql/process/tracing/trace.ts";
import type { Task } from "../context.ts";
import { sendPayout } from "./send-payout.ts";

/**
 * Sends one accepted payout.
 *
 * It can be claimed for sending only once. A second run of the job therefore does nothing: an earlier one may have sent
 * the money and died before recording it, and confirm_payout polls the provider as soon as it is due. No transaction is
 * open while the provider is called, and the result is written only while this run's claim is the newest. Concurrent
 * payouts are claimed, and finished, in one call.
 */
export const executePayout: Task = async (context, id) => {
  const { payoutCalls, crashPoint } = context;
  const claimed = await payoutCalls.claim(id);
  if (claimed === null) return;
  noteFacts({ reference: claimed.reference });
  crashPoint("payout.claimed");
  await sendPayout(context, claimed);
};
