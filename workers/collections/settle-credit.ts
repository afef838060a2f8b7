import { settleCredit as bookCredit } from "../../sql/queries/credits.ts";
import type { Task } from "../context.ts";

/** Books money that a gateway reported as received. All of it is one SQL function, which acts once for each credit. */
export const settleCredit: Task = async ({ database, crashPoint }, id) => {
  await bookCredit(database, id);
  crashPoint("credit.settled");
};
