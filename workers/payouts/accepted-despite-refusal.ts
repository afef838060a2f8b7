import type { ClaimedPayout } from "../../sql/payouts/payouts.ts";
import type { TaskContext } from "../context.ts";
import type { TransferStatusResult } from "../gateways/gateway.ts";
import { findTransfer } from "./transfers.ts";

/**
 * Polls gateways that refused a payout, by default all of them, whether any has it nevertheless, or may. Only "not
 * found" and "failed" rule that out.
 */
export async function acceptedDespiteRefusal(
  context: TaskContext,
  payout: ClaimedPayout,
  names: readonly string[] = payout.refusedBy,
): Promise<boolean> {
  const accepted = await Promise.all(
    names.map(async (name) => {
      const { kind } = await findTransfer(context, payout, name);
      if (kind === "not_found" || kind === "failed") return false;
      if (kind !== "unknown") logAcceptedDespiteRefusal(context, payout, name, kind);
      return true;
    }),
  );
  return accepted.includes(true);
}

/** Logs for operators that a gateway has a payout it had refused. */
export function logAcceptedDespiteRefusal(
  { logger }: TaskContext,
  { reference }: ClaimedPayout,
  gateway: string,
  outcome: TransferStatusResult["kind"],
): void {
  const code = "TRANSFER_ACCEPTED_DESPITE_REFUSAL";
  logger.error({ payout: reference, gateway, code, outcome }, "the provider has what it refused");
}
