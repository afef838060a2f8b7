import { runSql } from "../../../helpers/database/run-sql.ts";
import { coded, type Check } from "../run.ts";

/** The bank never revokes a final status. So a payout that needs a person is our own mistake. */
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
