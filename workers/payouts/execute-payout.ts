import { claimPayout } from "../../sql/queries/payouts.ts";
import type { Task } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";
import { confirmPayout } from "./confirm-payout.ts";
import { recordTransferResult } from "./record-transfer-result.ts";

/**
 * Sends one accepted payout.
 *
 * It can be claimed for sending only once. A second run of the job therefore finds a claim whose run may have sent
 * the money and died before it recorded that, and asks the provider instead. No transaction is open while the
 * provider is called, and the result is written only while this run's claim is the newest.
 */
export const executePayout: Task = async (context, id, signal) => {
  const { database, gatewayFor, crashPoint, logger } = context;
  const payout = await claimPayout(database, id);
  if (payout === null) return confirmPayout(context, id, signal);
  crashPoint("payout.claimed");

  const result = await callGateway(logger, { payout: payout.reference }, async () =>
    gatewayFor(payout.environment).sendTransfer(payout, signal),
  );
  crashPoint("payout.sent");

  await recordTransferResult(context, payout, result);
  crashPoint("payout.finished");
};
