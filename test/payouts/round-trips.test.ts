import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { createMember } from "../helpers/create-member.ts";
import { destination, resolveDestination, saveAccount } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { startProxy } from "../helpers/start-proxy.ts";
import { countTrips } from "../helpers/count-trips.ts";
import { startTestIngress } from "../helpers/start-test-ingress.ts";

describe("round trips to the database", () => {
  test("a payout costs one after authentication when the name is known, new or replayed", async ({
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
    // Both pools connect: that of reads and that of writes.
    await count(() => ingress.call("GET", "/v1/balances", { key }));
    expect((await pay({}, "no destination")).error.code).toBe("PAYOUT_DESTINATION_REQUIRED");

    const authentication = 1;
    expect(await count(() => ingress.call("GET", "/v1/balances", { key }))).toBe(authentication + 1);
    expect(await count(() => pay())).toBe(authentication + 1);
    expect(await count(() => pay())).toBe(authentication + 1);

    const saved = await saveAccount(database, tenant, destination, { isDefault: true });
    expect(await count(() => pay({ payoutAccountId: saved.reference }, "saved"))).toBe(authentication + 1);
    expect(await count(() => pay({}, "default"))).toBe(authentication + 1);
  });
});
