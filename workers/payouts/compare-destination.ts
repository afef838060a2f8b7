import { comparePayoutDestination } from "../../sql/payouts/destinations/payout-destinations.ts";
import type { ClaimedPayout } from "../../sql/payouts/payouts.ts";
import type { TaskContext } from "../context.ts";
import type { Destination } from "../gateways/gateway.ts";
import { describeError } from "../queue/describe-error.ts";

/**
 * Compares the recipient that the gateway reports with the payout's. A difference is logged, and freezes the gateway
 * for that bank until an operator has checked it: its code may be another bank's. Never throws, since the payout's
 * result is recorded regardless; the next poll repeats it.
 */
export async function compareDestination(
  { database, logger }: Pick<TaskContext, "database" | "logger">,
  payout: ClaimedPayout,
  { destination = {} }: { destination?: Destination },
): Promise<void> {
  const { reference, sentThrough, bankCode, accountName } = payout;
  const isSilent = destination.bank === undefined && (destination.holder ?? accountName) === accountName;
  if (payout.environment === "test" || isSilent) return;
  const about = { payout: reference, gateway: sentThrough, bank: bankCode };
  try {
    const differs = await comparePayoutDestination(database, payout, destination);
    if (differs.length > 0)
      logger.error({ ...about, code: "DESTINATION_DIFFERS", differs }, "the provider needs a person");
  } catch (error) {
    logger.error({ ...about, ...describeError(error) }, "the destination of a payout could not be compared");
  }
}
