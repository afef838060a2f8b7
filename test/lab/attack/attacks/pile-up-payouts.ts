import { randomUUID } from "node:crypto";
import { createDatabase } from "../../../../sql/process/database.ts";
import { fund, resolveDestination } from "../../../helpers/records.ts";
import { runSql } from "../../../helpers/database/run-sql.ts";
import type { Attack } from "../attack.ts";
import { flood } from "../flood.ts";
import { SILENT_ACCOUNT } from "../silent-account.ts";

export const attack: Attack = {
  title: "20,000 live payouts of one merchant wait for a provider that hangs, and more come, 8 at a time",
  leavesBacklog: true,
  prepare: async ({ databaseUrl, attacker: { live } }) => {
    const database = await createDatabase({ url: databaseUrl, maxPoolSize: 2, applicationName: "attack" });
    await fund(database, live, 1_000_000_000n);
    await resolveDestination(database, live, SILENT_ACCOUNT);
    await database.end();
    // Written as rows: accepting so many would take minutes. None of them ends.
    const { bankCode, accountNumber, accountName } = SILENT_ACCOUNT;
    await runSql(
      databaseUrl,
      `insert into payouts (
        reference, merchant_id, environment, idempotency_key, request_hash, amount, fee, currency,
        bank_code, bank_name, account_number, account_name, created_at
      )
      select new_reference('pyt'), $1, 'live', 'piled-up-' || n, '', 1000, 0, 'NGN', $2, 'Bank', $3, $4, now()
      from generate_series(1, 20000) n`,
      [live.merchantId, bankCode, accountNumber, accountName],
    );
    await runSql(databaseUrl, "select queue_next_jobs('execute_payout', array[$1::bigint], 'live')", [
      live.merchantId,
    ]);
  },
  run: ({ url, attacker }, signal) =>
    flood({
      url,
      signal,
      clients: 8,
      make: () => ({
        path: "/v1/payouts",
        key: attacker.liveKey,
        headers: { "idempotency-key": randomUUID() },
        body: { amount: { value: 10_000, currency: "NGN" }, destination: SILENT_ACCOUNT },
      }),
    }),
};
