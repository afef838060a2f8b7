import { postponeCredit, settleCredit as bookCredit } from "../../sql/collections/credits/credits.ts";
import type { Task } from "../context.ts";
import { describeError } from "../queue/describe-error.ts";

/**
 * Books money that a gateway reported as received, in one SQL function, which acts once per credit. A failed one is
 * retried later, after the merchant's others: the sweep queues it then.
 */
export const settleCredit: Task = async ({ database, crashPoint, logger }, id) => {
  try {
    await bookCredit(database, { creditId: id });
  } catch (error) {
    logger.error(
      { code: "CREDIT_NOT_BOOKED", credit: Number(id), error: describeError(error) },
      "a credit could not be booked: it is tried again, and its merchant's others go on",
    );
    return postponeCredit(database, { creditId: id });
  }
  crashPoint("credit.settled");
};
