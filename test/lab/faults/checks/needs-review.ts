import { runSql } from "../../../helpers/database/run-sql.ts";
import { coded, type Check } from "../run.ts";

/** The bank never takes back what it said in the end. So a payout that a person has to look at is our own mistake. */
export const check: Check = {
  name: "no payout waits for a person",
  find: async ({ platform: { ownerUrl } }) => {
    const rows = await runSql<{ reference: string; status: string }>(
      ownerUrl,
      "select reference, status from payouts where needs_review",
    );
    return rows.map(({ reference, status }) =>
      coded(
        status === "reversed" ? "REVERSAL_CONTRADICTED" : "NEEDS_REVIEW",
        `${reference} is ${status} and waits for a person`,
      ),
    );
  },
};
