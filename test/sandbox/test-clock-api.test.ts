import { describe, expect } from "vitest";
import { addKey, createMember } from "../helpers/create-member.ts";
import { createPayout, createVirtualAccount, ledgerDrift, resolveDestination } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { outcomeOf, type Call } from "../helpers/call.ts";

const HOUR = 60;
const MINUTE_MS = 60_000;

const clock = (call: Call, key: string) => call("GET", "/v1/sandbox/clock", { key });
const advance = (call: Call, key: string, minutes: unknown) =>
  call("POST", "/v1/sandbox/clock/advance", { key, body: { minutes } });

/** How far a time of the API is ahead of the real one, in whole minutes. */
const minutesAhead = (time: string) => Math.floor((Date.parse(time) - Date.now()) / MINUTE_MS + 0.5);

describe("the test clock", () => {
  test("shows the real time until advanced, for its own merchant only", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    const stranger = await createMember(fileDatabase);
    const before = (await clock(call, key)).data;
    expect([before.offsetMinutes, minutesAhead(before.now)]).toEqual([0, 0]);

    const moved = await advance(call, key, 90);
    expect([moved.status, moved.data.offsetMinutes, minutesAhead(moved.data.now)]).toEqual([200, 90, 90]);
    expect((await advance(call, key, 1)).data.offsetMinutes).toBe(91);
    const after = (await clock(call, key)).data;
    expect([after.offsetMinutes, minutesAhead(after.now)]).toEqual([91, 91]);
    expect((await clock(call, stranger.key)).data.offsetMinutes).toBe(0);
  });

  test("sets the timestamps of test rows, and never of live ones", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createMember(fileDatabase, { available: 500_000n });
    const live = await addKey(fileDatabase, tenant, { environment: "live" });
    await advance(call, key, 24 * HOUR);
    await resolveDestination(fileDatabase, tenant);

    const { reference } = await createPayout(fileDatabase, tenant);
    const { data: payout } = await call("GET", `/v1/payouts/${reference}`, { key });
    expect(minutesAhead(payout.createdAt)).toBe(24 * HOUR);
    const link = { title: "Fees", amount: { value: 1_000, currency: "NGN" } };
    const sandboxed = await call("POST", "/v1/payment-links", { key, body: link });
    expect(minutesAhead(sandboxed.data.createdAt)).toBe(24 * HOUR);
    const real = await call("POST", "/v1/payment-links", { key: live.key, body: link });
    expect(minutesAhead(real.data.createdAt)).toBe(0);
  });

  test("expires what is due by the new time; money that is late by it does not settle", async ({
    ingress: { call },
    database,
    workers: _workers,
  }) => {
    const { tenant, key } = await createMember(database);
    const account = await createVirtualAccount(database, tenant, 10_000n);
    const other = await createVirtualAccount(database, tenant, 10_000n);
    await advance(call, key, 29);
    expect((await call("GET", `/v1/virtual-accounts/${account.reference}`, { key })).data.status).toBe(
      "active",
    );
    await advance(call, key, 2);
    const shown = (await call("GET", `/v1/virtual-accounts/${account.reference}`, { key })).data;
    expect(shown).toMatchObject({ status: "expired", collection: { status: "expired" } });

    const pay = (virtualAccountReference: string, late: boolean) =>
      call("POST", "/v1/sandbox/simulate/collection-success", {
        key,
        body: { virtualAccountReference, late },
      });
    expect(outcomeOf(await pay(account.reference, false))).toBe("SANDBOX_SIMULATION_FAILED");
    expect((await pay(account.reference, true)).status).toBe(200);
    const settled = (await call("GET", `/v1/collections/${account.collection.reference}`, { key })).data;
    expect(settled).toMatchObject({ status: "succeeded", late: true });
    expect(minutesAhead(settled.settledAt)).toBe(31);

    // More than a day after expiry even the exact amount is for an operator.
    await advance(call, key, 24 * HOUR);
    expect((await pay(other.reference, true)).status).toBe(200);
    const suspended = (await call("GET", `/v1/collections/${other.collection.reference}`, { key })).data;
    expect(suspended.status).toBe("expired");
    expect((await call("GET", "/v1/balances", { key })).data[0].available.value).toBe(10_000);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("makes an identity record stale, which is then looked up again", async ({
    ingress: { call },
    database,
    workers: _workers,
  }) => {
    const { key } = await createMember(database);
    const cacheHit = async (bvn: string) => {
      const { status, data } = await call("POST", "/v1/kyc/bvn", {
        key,
        body: { bvn, phone: "08030000001" },
      });
      expect(status).toBe(200);
      return data.cacheHit as boolean;
    };
    const [found, unknown] = ["22222222222", "00000000000"];
    expect([await cacheHit(found), await cacheHit(unknown)]).toEqual([false, false]);
    await advance(call, key, 23 * HOUR);
    expect([await cacheHit(found), await cacheHit(unknown)]).toEqual([true, true]);
    await advance(call, key, 2 * HOUR);
    expect([await cacheHit(found), await cacheHit(unknown)]).toEqual([true, false]);
    await advance(call, key, 180 * 24 * HOUR);
    expect(await cacheHit(found)).toBe(false);
  });

  test("goes forward only, by at most a year at a time and a hundred years in all", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    for (const minutes of [0, -1, 525_601, 1.5, "60", null, undefined]) {
      const response = await advance(call, key, minutes);
      expect([minutes, outcomeOf(response), Object.keys(response.error.details!)]).toEqual([
        minutes,
        "VALIDATION_ERROR",
        ["minutes"],
      ]);
    }
    for (let year = 1; year <= 100; year += 1) expect((await advance(call, key, 525_600)).status).toBe(200);
    const beyond = await advance(call, key, 1);
    expect(beyond).toMatchObject({
      status: 422,
      error: { details: { minutes: expect.stringMatching(/100 years/) } },
    });
    expect((await clock(call, key)).data.offsetMinutes).toBe(52_560_000);
  });

  test("simultaneous advances all count", async ({ fileIngress: { call }, fileDatabase }) => {
    const { key } = await createMember(fileDatabase);
    await Promise.all(Array.from({ length: 20 }, () => advance(call, key, 3)));
    expect((await clock(call, key)).data.offsetMinutes).toBe(60);
  });
});
