import type { Attack } from "../attack.ts";
import { flood } from "../flood.ts";
import { runSql } from "../../../helpers/database/run-sql.ts";

let reference: string;

export const attack: Attack = {
  title: "one key reads an event that was attempted 2,000 times, 12 at a time",
  prepare: async ({ databaseUrl, attacker }) => {
    const [event] = await runSql<{ id: string }>(
      databaseUrl,
      "select emit_event($1, 'test', 'webhook.test', '{}') as id",
      [attacker.test.merchantId],
    );
    await runSql(
      databaseUrl,
      `insert into webhook_attempts (
        event_id, number, url, request_headers, response_status, response_body, duration_ms
      )
      select $1, n, 'https://receiver.example/hooks', '{}', 500, repeat('x', 4096), 10 from generate_series(1, 2000) n`,
      [event!.id],
    );
    const [row] = await runSql<{ reference: string }>(
      databaseUrl,
      "select reference from events where id = $1",
      [event!.id],
    );
    reference = row!.reference;
  },
  run: ({ url, attacker }, signal) =>
    flood({
      url,
      signal,
      clients: 12,
      make: (number) => ({
        path: `/v1/events/${reference}${number % 3 === 2 ? "/attempts?limit=100" : ""}`,
        key: attacker.testKey,
      }),
    }),
};
