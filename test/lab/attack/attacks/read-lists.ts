import type { Attack } from "../attack.ts";
import { flood } from "../flood.ts";
import { runSql } from "../../../helpers/database/run-sql.ts";

const paths = [
  "/v1/events?limit=100",
  "/v1/events?limit=100&type=kyc.failed",
  "/v1/events?limit=100&status=exhausted",
  "/v1/payouts?limit=100",
  "/v1/collections?limit=100",
  "/v1/virtual-accounts?limit=100",
];

export const attack: Attack = {
  title: "one key reads lists of 100, of 100,000 events, 32 at a time",
  prepare: async ({ databaseUrl, attacker }) => {
    await runSql(
      databaseUrl,
      `with event as (
        insert into events (reference, merchant_id, environment, type, delivery_status)
        select new_reference('evt'), $1, 'test', 'webhook.test', 'not_sent' from generate_series(1, 100000) returning id
      )
      insert into event_bodies (event_id, data) select id, '{}' from event`,
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
