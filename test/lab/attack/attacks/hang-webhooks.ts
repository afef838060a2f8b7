import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Attack } from "../attack.ts";
import { flood } from "../flood.ts";
import { runSql } from "../../../helpers/database/run-sql.ts";

export const hangWebhooks: Attack = {
  title: "a receiver that hangs, with 10,000 events waiting, set again and replayed",
  leavesBacklog: true,
  prepare: async ({ url, databaseUrl, attacker }) => {
    const receiver = createServer((request) => void request.resume());
    await once(receiver.listen(0, "127.0.0.1"), "listening");
    const { port } = receiver.address() as AddressInfo;
    await flood({
      ...{ url, signal: AbortSignal.timeout(30_000), clients: 1, count: 1 },
      make: () => ({
        path: "/v1/webhook-endpoint",
        method: "PUT",
        key: attacker.testKey,
        body: { url: `http://127.0.0.1:${port}/hooks` },
      }),
    });
    await runSql(
      databaseUrl,
      "select count(emit_event($1, 'test', 'webhook.test', '{}')) from generate_series(1, 10000)",
      [attacker.test.merchantId],
    );
  },
  run: ({ url, attacker }, signal) =>
    flood({
      ...{ url, signal, clients: 4 },
      make: () => ({
        path: "/v1/events/recover",
        method: "POST",
        key: attacker.testKey,
        body: { since: new Date(Date.now() - 3_600_000).toISOString() },
      }),
    }),
};
