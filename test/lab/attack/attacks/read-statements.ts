import type { Attack } from "../attack.ts";
import { flood } from "../flood.ts";
import { runSql } from "../../../helpers/database/run-sql.ts";
import { lagosDay } from "../../../helpers/lagos-day.ts";

const today = lagosDay();
const paths = [
  `/v1/statements?from=${today}&to=${today}&format=csv`,
  `/v1/statements?from=${today}&to=${today}`,
  "/v1/balance-transactions?limit=100&kind=payout_failed",
  "/v1/balance-transactions?limit=100&occurredTo=2020-01-01T00:00:00Z",
  "/v1/balances?at=2026-01-01T00:00:00Z",
];

export const attack: Attack = {
  title: "one key reads statements, files and movements, of 20,000 in a day, 32 at a time",
  prepare: async ({ databaseUrl, attacker }) => {
    await runSql(
      databaseUrl,
      `select post_journals(array(
        select jsonb_populate_record(null::ledger_movement, jsonb_build_object(
          'kind', 'credit_settled', 'subject', 'attack_' || $1 || '_' || n, 'merchant_id', $1::bigint,
          'environment', 'test', 'currency', 'NGN', 'available', 1, 'gateway', -1
        ))
        from generate_series(1, 20000) n
      ))`,
      [attacker.test.merchantId],
    );
  },
  run: ({ url, attacker }, signal) =>
    flood({
      url,
      signal,
      clients: 32,
      make: (number) => ({ path: paths[number % paths.length]!, key: attacker.testKey }),
    }),
};
