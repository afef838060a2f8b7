import { reroutePayout, type ClaimedPayout } from "../../sql/queries/payouts.ts";
import type { TaskContext } from "../context.ts";
import type { NotSent } from "../gateways/gateway.ts";
import { wasTakenBy } from "./was-taken-by.ts";

/**
 * Claims a payout, which its gateway did not send, for the next gateway, and returns the new claim; null where there is
 * none, or another claim is newer: it then stays with the gateway that it has, which is asked about it.
 *
 * A provider that got the request and refused it is asked first: only when it denies to have the transfer is its
 * refusal believed.
 */
export async function sendElsewhere(
  context: TaskContext,
  payout: ClaimedPayout,
  { notSent, neverLeft }: NotSent,
  signal: AbortSignal,
): Promise<ClaimedPayout | null> {
  const { database, gateways } = context;
  const { environment, sentThrough } = payout;
  const others = gateways
    .offering(environment, "sendTransfer")
    .map(({ kind }) => kind)
    .filter((kind) => kind !== sentThrough);
  // Without time the next one would get nothing, and could only be asked about it.
  if (others.length === 0 || signal.aborted) return null;
  if (neverLeft !== true && (await wasTakenBy(context, sentThrough, payout, signal))) return null;
  return reroutePayout(database, payout, { reason: notSent, gateways: others });
}
