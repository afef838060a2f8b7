import { settleCredit } from "../../sql/queries/credits.ts";
import type { TaskFor } from "../context.ts";

/** Books money that a gateway reported as received. All of it is one SQL function that acts once for each credit. */
export const settleCollection: TaskFor<"settle_credit"> =
  ({ database, crashPoint }) =>
  async ({ id }) => {
    await settleCredit(database, id);
    crashPoint("collection.settled");
  };
