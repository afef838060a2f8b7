import { claimPayout } from "../../sql/queries/payouts.ts";
import type { TaskFor } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";
import { confirmPayout } from "./confirm-payout.ts";
import { recordTransferResult } from "./record-transfer-result.ts";
import { transferOf } from "./transfer-of.ts";

/**
 * Sends one accepted payout.
 *
 * The claim succeeds once in a payout's life. A second run of the job therefore finds the payout claimed by a run that
 * may have sent it and did not live to say so: it asks the provider instead. No transaction is open while the
 * provider is called, and the write that follows counts only while this run's claim is the newest.
 */
export const executePayout: TaskFor<"execute_payout"> = (context) => {
  const { database, gatewayFor, crashPoint, logger } = context;
  const confirm = confirmPayout(context);

  return async ({ id }, run) => {
    const payout = await claimPayout(database, id);
    if (payout === null) return confirm({ id }, run);
    crashPoint("payout.claimed");

    const answer = await callGateway(logger, { payout: payout.reference }, async () =>
      gatewayFor(payout.environment).sendTransfer(transferOf(payout), run.signal),
    );
    crashPoint("payout.sent");

    await recordTransferResult(context, payout, answer);
    crashPoint("payout.finished");
  };
};
