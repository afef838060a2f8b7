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
  { notSent }: NotSent,
  signal: AbortSignal,
): Promise<ClaimedPayout | null> {
  const { database, gateways } = context;
  const { environment, sentThrough } = payout;
  const others = gateways
    .offering(environment, "sendTransfer")
    .map(({ kind }) => kind)
    .filter((kind) => kind !== sentThrough);
  if (others.length === 0) return null;
  if (notSent !== "unavailable" && (await wasTakenBy(context, sentThrough, payout, signal))) return null;
  return reroutePayout(database, payout, { reason: notSent, gateways: others });
}
