import { createDatabase } from "../../../../sql/process/database.ts";
import { createApiKey } from "../../../../sql/keys/api-keys.ts";
import { createFundedMerchant } from "../../../helpers/records.ts";
import { runSql } from "../../../helpers/database/run-sql.ts";
import { coded, type Load } from "../run.ts";
import { asOperator } from "../../../helpers/as-operator.ts";

/** Enough for a few payouts at a time. All fail at the bank, so that the money comes back. */
const BALANCE = 1_000_000n;
const AMOUNT = 300_000;
const AT_ONCE = 6;

/** A merchant who requests more than the balance, many at once: nobody can overspend. */
export const load: Load = {
  name: "poor merchants",
  share: 0.1,
  async start({ platform, client }) {
    const { ownerUrl } = platform;
    const database = await createDatabase({ url: ownerUrl, maxPoolSize: 1, applicationName: "faults" });
    const merchant = await createFundedMerchant(database, BALANCE);
    const { secretKey: key } = await createApiKey(database, { ...merchant, ...asOperator });
    await database.end();
    const refused: string[] = [];
    const account = { bankCode: "058", accountNumber: "0000000001" };

    return {
      async act(random) {
        const asked = { key, body: account, idempotencyKey: false } as const;
        const { data } = await client.send("POST", "/v1/banks/verify-account", asked, random);
        const destination = { ...account, accountName: data.accountName as string };
        const body = { amount: { value: AMOUNT, currency: "NGN" }, destination };
        const all = await Promise.all(
          Array.from({ length: AT_ONCE }, () => client.send("POST", "/v1/payouts", { key, body }, random)),
        );
        for (const { status, error } of all)
          if (status !== 201 && error?.code !== "INSUFFICIENT_BALANCE")
            refused.push(`a poor merchant's payout got ${status} ${error?.code}`);
      },
      countUnfinished: async () => 0,
      async findViolations() {
        const rows = await runSql<{ balance: string }>(
          ownerUrl,
          `select balance from ledger_accounts where merchant_id = $1 and balance < 0
          union all
          select balance_after from ledger_entries where balance_after < 0`,
          [merchant.merchantId],
        );
        return [
          ...refused,
          ...rows.map(({ balance }) => coded("OVERDRAWN", `a merchant had ${balance} kobo`)),
        ];
      },
    };
  },
};
