import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { createMember } from "../helpers/create-member.ts";
import { balancesOf, destination, ledgerDrift, resolveDestination, saveAccount } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { startProxy } from "../helpers/outside/start-proxy.ts";
import { countTrips } from "../helpers/database/count-trips.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";

describe("round trips to the database", () => {
  test("a payout costs one after authentication when the name is known, new or replayed, and so does a quote", async ({
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

    const quote = () =>
      ingress.call("POST", "/v1/payouts/quote", {
        key,
        body: { amount: { value: 100, currency: "NGN" }, destination },
      });
    expect(await count(quote)).toBe(authentication + 1);

    const saved = await saveAccount(database, tenant, destination, { isDefault: true });
    expect(await count(() => pay({ payoutAccountId: saved.reference }, "saved"))).toBe(authentication + 1);
    expect(await count(() => pay({}, "default"))).toBe(authentication + 1);
  });

  test("payouts of one merchant that come together share them, and each has its own outcome", async ({
    database,
    databaseUrl,
  }) => {
    const counter = countTrips();
    await using wire = await startProxy(databaseUrl, counter.watch);
    await using ingress = await startTestIngress(wire.url);
    const { key, tenant } = await createMember(database, { available: 1_000n });
    await resolveDestination(database, tenant);
    const pay = (idempotencyKey: string, value = 100) =>
      ingress.call("POST", "/v1/payouts", {
        key,
        headers: { "idempotency-key": idempotencyKey },
        body: { amount: { value, currency: "NGN" }, destination },
      });
    await pay("first");

    const before = counter.trips();
    const count = 60;
    const responses = await Promise.all(Array.from({ length: count }, (_, n) => pay(`payout ${n % 30}`)));
    // Their key is looked up together too: one by one that is twice as many.
    expect(counter.trips() - before).toBeLessThan(count);
    // Nine more are covered. A retry that comes together with its payout gets the same one.
    const accepted = responses.filter(({ status }) => status === 201);
    expect(new Set(accepted.map(({ data }) => data.reference)).size).toBe(9);
    expect(accepted).toHaveLength(18);
    expect(responses.filter(({ error }) => error?.code === "INSUFFICIENT_BALANCE")).toHaveLength(42);
    expect(await balancesOf(database, tenant)).toEqual({ available: 0, reserved: 1_000 });
    expect(await ledgerDrift(database)).toEqual([]);
  });
});
