import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { savePayoutAccount, setDefaultPayoutAccount } from "../../sql/queries/payout-accounts.ts";
import { destination, resolveDestination } from "../helpers/records.ts";
import { startProxy } from "../helpers/start-proxy.ts";
import { startTestIngress } from "./start-test-ingress.ts";
import { createMember, test } from "./test.ts";

const SYNC = "S".charCodeAt(0);
const QUERY = "Q".charCodeAt(0);

/**
 * Counts what a client of PostgreSQL waits for: each Sync of the extended protocol and each simple query is one round
 * trip (PostgreSQL's documentation, "Message Flow").
 */
function countTrips() {
  let trips = 0;
  const watch = () => {
    let pending = Buffer.alloc(0);
    let isStarted = false;
    return (data: Buffer) => {
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
    };
  };
  return { watch, trips: () => trips };
}

describe("round trips to the database", () => {
  test("a payout costs one after authentication when the name is known, whether made or replayed", async ({
    database,
    databaseUrl,
  }) => {
    const counter = countTrips();
    await using wire = await startProxy(databaseUrl, counter.watch);
    await using ingress = await startTestIngress(wire.url, { databasePoolSize: 1 });
    const { key, tenant } = await createMember(database, { available: 1_000_000n });
    await resolveDestination(database, tenant);
    const idempotencyKey: string = randomUUID();
    const pay = (body: object = { destination }, usedKey: string = idempotencyKey) =>
      ingress.call("POST", "/v1/payouts", {
        key,
        headers: { "idempotency-key": usedKey },
        body: { amount: { value: 100, currency: "NGN" }, ...body },
      });
    const count = async (send: () => Promise<{ status: number }>) => {
      const before = counter.trips();
      expect((await send()).status).toBeLessThan(300);
      return counter.trips() - before;
    };
    await count(() => ingress.call("GET", "/v1/balances", { key })); // connects

    const authentication = 1;
    expect(await count(() => ingress.call("GET", "/v1/balances", { key }))).toBe(authentication + 1);
    expect(await count(() => pay())).toBe(authentication + 1);
    expect(await count(() => pay())).toBe(authentication + 1);

    const saved = await savePayoutAccount(database, tenant, destination, destination.accountName);
    await setDefaultPayoutAccount(database, tenant, destination);
    expect(await count(() => pay({ payoutAccountId: saved.reference }, "saved"))).toBe(authentication + 1);
    expect(await count(() => pay({}, "default"))).toBe(authentication + 1);
  });
});
