import { createServer, connect, type Socket } from "node:net";
import { once } from "node:events";
import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { destination, resolveDestination } from "../helpers/records.ts";
import { startTestIngress } from "./start-test-ingress.ts";
import { createMember, test } from "./test.ts";

const SYNC = "S".charCodeAt(0);
const QUERY = "Q".charCodeAt(0);

/**
 * A wire to PostgreSQL that counts what the client waits for: each Sync of the extended protocol and each simple query
 * is one round trip (PostgreSQL's documentation, "Message Flow").
 */
async function startCountingWire(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const { hostname } = url;
  const port = Number(url.port || 5432);
  const sockets = new Set<Socket>();
  let trips = 0;
  const server = createServer((client) => {
    const upstream = connect(port, hostname);
    for (const socket of [client, upstream]) sockets.add(socket.on("error", () => {}));
    let pending = Buffer.alloc(0);
    let isStarted = false;
    client.on("data", (data) => {
      upstream.write(data);
      pending = Buffer.concat([pending, data]);
      for (;;) {
        // The first message has no type byte.
        const header = isStarted ? 1 : 0;
        if (pending.length < header + 4) return;
        const length = header + pending.readUInt32BE(header);
        if (pending.length < length) return;
        if (isStarted && (pending[0] === SYNC || pending[0] === QUERY)) trips += 1;
        isStarted = true;
        pending = pending.subarray(length);
      }
    });
    upstream.pipe(client);
    client.on("close", () => upstream.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  url.hostname = "127.0.0.1";
  url.port = String(address.port);
  return {
    url: url.href,
    trips: () => trips,
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe("round trips to the database", () => {
  test("a payout costs one after authentication when the name is known, whether made or replayed", async ({
    database,
    databaseUrl,
  }) => {
    using wire = await startCountingWire(databaseUrl);
    await using ingress = await startTestIngress(wire.url, { databasePoolSize: 1 });
    const { key, tenant } = await createMember(database, { available: 1_000_000n });
    await resolveDestination(database, tenant);
    const idempotencyKey = randomUUID();
    const pay = () =>
      ingress.call("POST", "/v1/payouts", {
        key,
        headers: { "idempotency-key": idempotencyKey },
        body: { amount: { value: 100, currency: "NGN" }, destination },
      });
    const count = async (send: () => Promise<{ status: number }>) => {
      const before = wire.trips();
      expect((await send()).status).toBeLessThan(300);
      return wire.trips() - before;
    };
    await count(() => ingress.call("GET", "/v1/balances", { key })); // connects

    const authentication = 1;
    expect(await count(() => ingress.call("GET", "/v1/balances", { key }))).toBe(authentication + 1);
    expect(await count(pay)).toBe(authentication + 1);
    expect(await count(pay)).toBe(authentication + 1);
  });
});
