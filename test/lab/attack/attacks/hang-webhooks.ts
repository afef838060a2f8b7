import { startReceiver } from "../../../helpers/outside/start-receiver.ts";
import { tryToSend } from "../../client/send.ts";
import type { Attack } from "../attack.ts";
import { flood } from "../flood.ts";
import { runSql } from "../../../helpers/database/run-sql.ts";

export const attack: Attack = {
  title: "a receiver that hangs, with 10,000 events waiting, set again and replayed",
  leavesBacklog: true,
  prepare: async ({ url, databaseUrl, attacker }) => {
    const receiver = await startReceiver(() => {});
    await tryToSend(`${url}/v1/webhook-endpoint`, {
      method: "PUT",
      key: attacker.testKey,
      body: { url: receiver.url },
    });
    await runSql(
      databaseUrl,
      "select count(emit_event($1, 'test', 'webhook.test', '{}')) from generate_series(1, 10000)",
      [attacker.test.merchantId],
    );
  },
  run: ({ url, attacker }, signal) =>
    flood({
      url,
      signal,
      clients: 4,
      make: () => ({
        path: "/v1/events/recover",
        key: attacker.testKey,
        body: { since: new Date(Date.now() - 3_600_000).toISOString() },
      }),
    }),
};
