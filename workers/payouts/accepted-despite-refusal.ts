import type { Logger } from "pino";
import type { ClaimedPayout } from "../../sql/payouts/payouts.ts";
import type { TaskContext } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";
import type { TransferStatusResult } from "../gateways/gateway.ts";

/**
 * Polls a gateway that refused a payout whether it has it nevertheless, and logs it for operators if so. Only "not
 * found" and "failed" rule that out.
 */
export async function acceptedDespiteRefusal(
  { gateways, logger }: TaskContext,
  name: ClaimedPayout["sentThrough"],
  payout: ClaimedPayout,
  signal: AbortSignal,
): Promise<boolean> {
  const { environment, reference } = payout;
  const gateway = gateways.named(environment, name);
  const call = { gateway, operation: "findTransfer", environment } as const;
  const { kind } = await callGateway(logger, call, { payout: reference }, (asked) =>
    asked.findTransfer(payout, signal),
  );
  if (kind === "not_found" || kind === "failed") return false;
  if (kind !== "unknown") logRefusedAndTaken(logger, payout, name, kind);
  return true;
}

/** Whether any gateway that refused a payout has it nevertheless, or may. */
export async function acceptedDespiteRefusalByAny(
  context: TaskContext,
  payout: ClaimedPayout,
  signal: AbortSignal,
): Promise<boolean> {
  const taken = await Promise.all(
    payout.refusedBy.map((name) => acceptedDespiteRefusal(context, name, payout, signal)),
  );
  return taken.includes(true);
}

/** Logs for operators that a gateway has a payout it had refused. */
export function logRefusedAndTaken(
  logger: Logger,
  { reference }: ClaimedPayout,
  gateway: ClaimedPayout["sentThrough"],
  outcome: TransferStatusResult["kind"],
): void {
  const code = "TRANSFER_REFUSED_AND_TAKEN";
  logger.error({ payout: reference, gateway, code, outcome }, "the provider has what it refused");
}
