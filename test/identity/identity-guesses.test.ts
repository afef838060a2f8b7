import { describe, expect } from "vitest";
import { z } from "zod";
import { findIdentityRecord } from "../../sql/identity/identity-checks.ts";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { outcomeOf, type Call } from "../helpers/call.ts";
import { addKey, createMember } from "../helpers/create-member.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { balancesOf, createFundedMerchant, eventTypes, fund } from "../helpers/records.ts";
import { startProvider } from "../gateways/http/start-provider.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { test } from "../helpers/test.ts";
import { askCheck, readCheck } from "./check-identity.ts";
import { findJobs } from "../queue/queued-jobs.ts";

const bvn = "11111111111";
/** The one phone that the sandbox has of this identifier. */
const right = "08011111111";
const wrong = (n: number) => `0803${String(n).padStart(7, "0")}`;
const DAY_IN_MINUTES = 24 * 60;

const checkWith =
  (call: Call, key: string) =>
  (phone: string, body: object = { bvn }, path = "/v1/kyc/bvn") =>
    call("POST", path, { key, body: { ...body, phone } });

describe("phones that do not match an identifier", () => {
  test("are five in 24 hours; then only a phone that matched before is answered, until the first is a day old", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const { tenant, key } = await createMember(database);
    const check = checkWith(call, key);
    expect((await check(right)).data.verified).toBe(true);
    expect((await check(wrong(1))).data).toMatchObject({ verified: false, remaining: 4 });
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 60 });
    // A match in between gives no new guesses.
    expect((await check(right)).data.verified).toBe(true);
    for (let n = 2; n <= 5; n += 1)
      expect((await check(wrong(n))).data).toMatchObject({ verified: false, remaining: 5 - n });

    const events = await eventTypes(database, tenant);
    for (const phone of [wrong(6), wrong(1), "no telephone"]) {
      const refused = await check(phone);
      const details = { identifier: "too many wrong phones", remaining: 0 };
      expect(refused).toMatchObject({ status: 429, error: { code: "RATE_LIMITED", details } });
      const seconds = Number(refused.headers.get("retry-after"));
      expect(seconds).toBeGreaterThan(22 * 3600);
      expect(seconds).toBeLessThanOrEqual(23 * 3600);
    }
    expect(await eventTypes(database, tenant)).toEqual(events);
    expect((await call("GET", "/v1/kyc/requests", { key })).data).toHaveLength(7);
    expect(await findJobs(database)).toEqual([]);
    // However it is written. It is from the cache, an event, and no new guess.
    for (const phone of [right, "+234 801 111 1111"]) {
      const matched = await check(phone);
      expect(matched).toMatchObject({ status: 200, data: { verified: true, cacheHit: true } });
      expect(matched.data).not.toHaveProperty("remaining");
    }
    expect(await eventTypes(database, tenant)).toHaveLength(events.length + 2);
    expect(outcomeOf(await check(wrong(6)))).toBe("RATE_LIMITED");

    // The first has passed, the other four have not.
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 23 * 60 });
    expect((await check(right)).data.verified).toBe(true);
    expect((await check(wrong(7))).data).toMatchObject({ verified: false, remaining: 0 });
    expect(outcomeOf(await check(wrong(8)))).toBe("RATE_LIMITED");
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: DAY_IN_MINUTES });
    expect((await check(right)).data.verified).toBe(true);
  });

  test("count for one identifier, type, merchant and environment", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const one = await createMember(database);
    const other = await createMember(database);
    const check = checkWith(call, one.key);
    for (let n = 1; n <= 5; n += 1) await check(wrong(n));
    expect(outcomeOf(await check(right))).toBe("RATE_LIMITED");
    // Each way in to the same identifier is limited, also with a further key of the merchant.
    const further = await addKey(database, one.tenant);
    expect(outcomeOf(await checkWith(call, further.key)(right))).toBe("RATE_LIMITED");
    expect((await check(right, { nin: bvn }, "/v1/kyc/nin")).data.verified).toBe(true);
    expect((await check(wrong(1), { bvn: "22222222222" })).data.verified).toBe(true);
    expect((await checkWith(call, other.key)(right)).data.verified).toBe(true);
    // Live checks are apart: the database alone decides that, no live provider is needed.
    await addKey(database, one.tenant, { environment: "live" });
    await fund(database, { ...one.tenant, environment: "live" }, 100_000n);
    const live = await askCheck(
      database,
      { ...one.tenant, environment: "live" },
      { identifier: bvn, phone: right },
    );
    expect(live.request).toBeGreaterThan(0n);
  });

  test("of which 20 arrive at the same moment leave five results, and cost one lookup", async ({
    database,
    databaseUrl,
  }) => {
    await using provider = await startProvider();
    provider.identities.set("33333333333", { name: "NGOZI EZE", phones: [right] });
    const tenant = await createFundedMerchant(database, 100_000n, "live");
    const { key } = await addKey(database, tenant);
    await using _workers = await startTestWorkers(databaseUrl, provider.env);
    await using ingress = await startTestIngress(databaseUrl);
    const check = checkWith(ingress.call, key);
    const guesses = Array.from({ length: 20 }, (_, n) => check(wrong(n), { bvn: "33333333333" }));
    const outcomes = (await Promise.all(guesses)).map(outcomeOf);
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === "RATE_LIMITED")).toHaveLength(15);
    expect(outcomeOf(await check(right, { bvn: "33333333333" }))).toBe("RATE_LIMITED");
    expect(await eventTypes(database, tenant)).toEqual([
      "collection.success",
      ...Array<string>(5).fill("kyc.failed"),
    ]);
    expect(await balancesOf(database, tenant)).toMatchObject({ available: 94_625, reserved: 0 });
    expect((await ingress.call("GET", "/v1/kyc/requests", { key })).data).toHaveLength(5);

    // Not even when the record is no longer fresh is the provider called.
    await database.query(sql.type(z.object({}))`
      update identity_records set completed_at = completed_at - interval '200 days'`);
    expect(outcomeOf(await check(right, { bvn: "33333333333" }))).toBe("RATE_LIMITED");
    expect(await balancesOf(database, tenant)).toMatchObject({ available: 94_625, reserved: 0 });
  });

  test("are none where there is no record: nothing can be guessed there", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const { key } = await createMember(database);
    const check = checkWith(call, key);
    for (let n = 1; n <= 7; n += 1) {
      const { data } = await check(wrong(n), { bvn: "00000000000" });
      expect([data.verified, data.remaining]).toEqual([false, undefined]);
    }
  });

  test("do not keep a pair that matched from being answered, but a record that is not fresh does", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const { tenant, key } = await createMember(database);
    const check = checkWith(call, key);
    expect((await check(right)).data.verified).toBe(true);
    for (let n = 1; n <= 5; n += 1) await check(wrong(n));
    // Of another identifier the same phone never matched.
    const nin = (phone: string) => check(phone, { nin: bvn }, "/v1/kyc/nin");
    for (let n = 1; n <= 5; n += 1) await nin(wrong(n));
    expect(outcomeOf(await nin(right))).toBe("RATE_LIMITED");
    expect((await check(right)).data.verified).toBe(true);
    await database.query(sql.type(z.object({}))`
      update identity_records set completed_at = completed_at - interval '200 days'
      where merchant_id = ${tenant.merchantId}`);
    expect(outcomeOf(await check(right))).toBe("RATE_LIMITED");
    const kept = await database.any(sql.type(z.object({ kept: z.number() }))`
      select count(*)::int as kept from identity_checks
      where phone_hashes is not null and merchant_id = ${tenant.merchantId}`);
    expect(kept).toEqual([{ kept: 0 }]);
  });

  test("are kept as five times beside the keyed hash, and survive a change of the key", async ({
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const tenant = await createFundedMerchant(database);
    let record = 0n;
    for (let n = 1; n <= 5; n += 1) {
      const asked = await askCheck(database, tenant, { identifier: bvn, phone: wrong(n) });
      expect(await readCheck(database, asked.request)).toMatchObject({ verified: false });
      record = asked.record;
    }
    expect((await findIdentityRecord(database, record))?.identifier_hash).toHaveLength(32);
    const row = await database.oneFirst(sql.type(z.object({ row: z.string() }))`
      select r::text as row from identity_records r where id = ${record}`);
    for (const secret of [bvn, right, wrong(1), wrong(5)]) expect(row).not.toContain(secret.slice(1));
    const changed = { current: Buffer.alloc(32, 8), other: testEncryptionKeys.current };
    await expect(askCheck(database, tenant, { identifier: bvn, phone: right }, changed)).rejects.toThrow(
      "limited",
    );
  });
});
