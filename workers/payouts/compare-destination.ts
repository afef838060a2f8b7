import { comparePayoutDestination } from "../../sql/payouts/destinations/payout-destinations.ts";
import type { ClaimedPayout } from "../../sql/payouts/payouts.ts";
import type { TaskContext } from "../context.ts";
import type { Destination } from "../gateways/gateway.ts";
import { describeError } from "../queue/describe-error.ts";

/**
 * Compares the recipient that the gateway reports with the payout's. A difference is logged, and may freeze the gateway
 * for that bank, whose code may be another's, until an operator checks it. Never throws: the next poll repeats it.
 */
export async function compareDestination(
  { database, logger }: Pick<TaskContext, "database" | "logger">,
  payout: ClaimedPayout,
  { destination: { bank, holder = payout.accountName } = {} }: { destination?: Destination },
): Promise<void> {
  if (payout.environment === "test" || (bank === undefined && holder === payout.accountName)) return;
  const about = { payout: payout.reference, gateway: payout.sentThrough, bank: payout.bankCode };
  try {
    const differs = await comparePayoutDestination(database, payout, { bank, holder });
    if (differs.length > 0)
      logger.error({ ...about, code: "DESTINATION_DIFFERS", differs }, "the provider needs a person");
  } catch (error) {
    logger.error({ ...about, ...describeError(error) }, "the destination of a payout could not be compared");
  }
}
