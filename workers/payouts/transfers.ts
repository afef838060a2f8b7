import type { ClaimedPayout } from "../../sql/payouts/payouts.ts";
import type { TaskContext } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";

/** Sends a claimed payout through the gateway that its claim has chosen. */
export function sendTransfer({ gateways, logger, signal }: TaskContext, payout: ClaimedPayout) {
  const { environment, reference, sentThrough } = payout;
  const gateway = gateways.named(environment, sentThrough);
  const call = { gateway, operation: "sendTransfer", environment } as const;
  return callGateway(logger, call, { payout: reference }, (named) => named.sendTransfer(payout, signal));
}

/** Polls a gateway that has a payout, or may have it; by default the one it was sent through. */
export function findTransfer(
  { gateways, logger, signal }: TaskContext,
  payout: ClaimedPayout,
  through = payout.sentThrough,
) {
  const { environment, reference } = payout;
  const gateway = gateways.named(environment, through);
  const call = { gateway, operation: "findTransfer", environment } as const;
  return callGateway(logger, call, { payout: reference }, (named) => named.findTransfer(payout, signal));
}
