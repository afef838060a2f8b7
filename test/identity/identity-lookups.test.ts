import { describe, expect } from "vitest";
import { z } from "zod";
import type { Connection, Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { SANDBOX_PHONE, sandboxIdentities } from "../../workers/gateways/sandbox/outcomes.ts";
import { eventually } from "../helpers/eventually.ts";
import { balancesOf, createFundedMerchant, eventTypes, findEvents, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { emptyQueue, findJobs } from "../queue/queued-jobs.ts";
import { askCheck, check, readCheck } from "./check-identity.ts";
import { startProvider, type Misbehaviour } from "../gateways/http/start-provider.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { startWorkerProcess } from "../helpers/platform/start-process.ts";

const bvn = "22222222222";
const phone = "08030000000";
/** Of one live check, in kobo. */
const FEE = 5_375n;

describe.concurrent("an identity check in the sandbox", () => {
  test("finds any identifier, with the phone of its first check, and remembers that", async ({
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const tenant = await createFundedMerchant(database);
    const first = await check(database, tenant, { identifier: bvn, phone });
    expect(first).toEqual({
      reference: expect.stringMatching(/^kyc_/),
      verified: true,
      name: expect.stringMatching(/^[A-Z]+( [A-Z]+){1,2}$/),
      cacheHit: false,
    });
    const sameInOtherWords = await check(database, tenant, { identifier: bvn, phone: "+234 803 000 0000" });
    expect(sameInOtherWords).toMatchObject({ verified: true, name: first!.name, cacheHit: true });
    expect(sameInOtherWords!.reference).not.toBe(first!.reference);
    expect(await eventTypes(database, tenant)).toEqual(["kyc.succeeded", "kyc.succeeded"]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("does not verify another phone, from cache or not, but returns the name", async ({
    database,
    workers: _workers,
  }) => {
    const tenant = await createFundedMerchant(database);
    const right = await check(database, tenant, { identifier: bvn, phone });
    const wrong = await check(database, tenant, { identifier: bvn, phone: "08039999999" });
    expect(wrong).toMatchObject({ verified: false, name: right!.name, cacheHit: true });
    expect(await statuses(database, tenant)).toEqual(["succeeded", "failed"]);
    const [event] = await findEvents(database, "kyc.failed");
    expect(JSON.parse(event!.body)).toMatchObject({
      data: { reference: wrong!.reference, status: "failed", verified: false, name: right!.name },
    });
    expect((await check(database, tenant, { identifier: bvn, phone }))?.verified).toBe(true);
  });

  test("keeps the first phone when a stale record is looked up again", async ({
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const tenant = await createFundedMerchant(database);
    await check(database, tenant, { identifier: bvn, phone });
    await age(database, tenant, 181);
    const later = await check(database, tenant, { identifier: bvn, phone: "08039999999" });
    expect(later).toMatchObject({ verified: false, cacheHit: false });
  });

  test("finds nobody for 00000000000, also from cache", async ({
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const tenant = await createFundedMerchant(database);
    const person = { type: "nin" as const, identifier: sandboxIdentities.noRecord, phone };
    const results = [await check(database, tenant, person), await check(database, tenant, person)];
    expect(results).toEqual([
      { reference: expect.any(String), verified: false, cacheHit: false },
      { reference: expect.any(String), verified: false, cacheHit: true },
    ]);
    expect(await eventTypes(database, tenant)).toEqual(["kyc.failed", "kyc.failed"]);
  });

  test("verifies 11111111111 with one fixed phone only", async ({
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const tenant = await createFundedMerchant(database);
    const identifier = sandboxIdentities.onePhoneOnly;
    expect(await check(database, tenant, { identifier, phone })).toMatchObject({
      verified: false,
      name: expect.any(String),
    });
    expect((await check(database, tenant, { identifier, phone: SANDBOX_PHONE }))?.verified).toBe(true);
  });

  test("gets no result for 99999999999: no event, nothing stored, and the next check looks up again", async ({
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const tenant = await createFundedMerchant(database);
    const person = { identifier: sandboxIdentities.outage, phone };
    expect(await check(database, tenant, person)).toBeNull();
    expect(await check(database, tenant, person)).toBeNull();
    expect(await statuses(database, tenant)).toEqual(["unavailable", "unavailable"]);
    expect(await eventTypes(database, tenant)).toEqual([]);
  });

  test("completes although its job was lost, from the provider and from cache", async ({
    database,
    workers: _workers,
  }) => {
    const tenant = await createFundedMerchant(database);
    for (const cacheHit of [false, true]) {
      const { request } = await database.transaction(async (transaction) => {
        const asked = await askCheck(transaction, tenant, { identifier: bvn, phone });
        await emptyQueue(transaction);
        return asked;
      });
      expect(await readCheck(database, request)).toMatchObject({ verified: true, cacheHit });
    }
  });

  test("keeps the same digits apart as BVN and NIN, by merchant and by environment", async ({
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const [one, two] = [await createFundedMerchant(database), await createFundedMerchant(database)];
    const results = [
      await check(database, one, { type: "bvn", identifier: bvn, phone }),
      await check(database, one, { type: "nin", identifier: bvn, phone: "08030000001" }),
      await check(database, two, { type: "bvn", identifier: bvn, phone: "08030000002" }),
    ];
    expect(results.map((result) => [result?.verified, result?.cacheHit])).toEqual([
      [true, false],
      [true, false],
      [true, false],
    ]);
  });

  test("leaves identifier and phone in no log, job, event or row", async ({ database, databaseUrl }) => {
    const tenant = await createFundedMerchant(database);
    await using worker = startWorkerProcess(databaseUrl, { LOG_LEVEL: "trace" });
    const canaries = { identifier: "31415926535", phone: "08027182818" };
    await check(database, tenant, canaries);
    await check(database, tenant, { identifier: sandboxIdentities.outage, phone: canaries.phone });
    const { request } = await askCheck(database, tenant, { ...canaries, phone: "0802718281845" });
    // While its result is due as well as after it.
    expect(await findRowsWith(database, Object.values(canaries))).toEqual([]);
    await readCheck(database, request);
    expect(await findRowsWith(database, Object.values(canaries))).toEqual([]);

    worker.signal("SIGTERM");
    await worker.ended;
    expect(worker.log()).toContain("the gateway did not respond");
    for (const canary of Object.values(canaries)) expect(worker.log()).not.toContain(canary);
  });
});

describe.concurrent("an identity check of a live provider", () => {
  test("requested ten times at once is one lookup and one fee, and all complete", async ({
    database,
    databaseUrl,
  }) => {
    await using provider = await startProvider();
    provider.identities.set(bvn, { name: "NGOZI EZE", phones: ["+2348031111111", "0803 000 0000"] });
    const tenant = await createFundedMerchant(database, 100_000n, "live");
    await using _workers = await startTestWorkers(databaseUrl, provider.env);

    // Three that do not match: fewer than end the checks of an identifier.
    const phones = Array.from({ length: 10 }, (_, index) => (index % 3 === 1 ? "08039999999" : phone));
    const results = await Promise.all(
      phones.map((asked) => check(database, tenant, { identifier: bvn, phone: asked })),
    );
    expect(results.map((result) => result?.verified)).toEqual(phones.map((asked) => asked === phone));
    expect(results.filter((result) => result?.cacheHit === false)).toHaveLength(1);
    expect(results.every((result) => result?.name === "NGOZI EZE")).toBe(true);
    expect(provider.calls.identity).toBe(1);
    expect(await balancesOf(database, tenant)).toEqual({ available: Number(100_000n - FEE), reserved: 0 });
    expect((await eventTypes(database, tenant)).filter((type) => type.startsWith("kyc."))).toHaveLength(10);
    await eventually(async () => expect(await findJobs(database)).toEqual([]));
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("joins a lookup in progress, and starts no second one", async ({ database, databaseUrl }) => {
    await using provider = await startProvider();
    provider.misbehave("identity", "hang", 1);
    const tenant = await createFundedMerchant(database, 100_000n, "live");
    const first = await askCheck(database, tenant, { identifier: bvn, phone });
    await using _workers = await startTestWorkers(databaseUrl, provider.env);
    await eventually(() => expect(provider.calls.identity).toBe(1));
    const second = await askCheck(database, tenant, { identifier: bvn, phone });
    expect([await readCheck(database, first.request), await readCheck(database, second.request)]).toEqual([
      null,
      null,
    ]);
    expect(provider.calls.identity).toBe(1);
  });

  for (const how of ["refuse", "break", "hang", "a web page", "ten megabytes"] satisfies Misbehaviour[]) {
    test(`with ${how} in response has no result: no fee, no event, nothing stored; the next one counts`, async ({
      database,
      databaseUrl,
    }) => {
      await using provider = await startProvider();
      provider.identities.set(bvn, { name: "NGOZI EZE", phones: [phone] });
      provider.misbehave("identity", how);
      const tenant = await createFundedMerchant(database, 100_000n, "live");
      await using _workers = await startTestWorkers(databaseUrl, provider.env);

      expect(await check(database, tenant, { identifier: bvn, phone })).toBeNull();
      expect(await balancesOf(database, tenant)).toEqual({ available: 100_000, reserved: 0 });
      expect(await findEvents(database, "kyc.failed")).toEqual([]);
      expect(await statuses(database, tenant)).toEqual(["unavailable"]);

      provider.behave();
      expect(await check(database, tenant, { identifier: bvn, phone })).toMatchObject({
        verified: true,
        cacheHit: false,
      });
      expect(await balancesOf(database, tenant)).toEqual({ available: Number(100_000n - FEE), reserved: 0 });
      expect(await ledgerDrift(database)).toEqual([]);
    });
  }

  test("is charged once for an identifier, although a stale record is looked up again", async ({
    database,
    databaseUrl,
  }) => {
    await using provider = await startProvider();
    const tenant = await createFundedMerchant(database, 100_000n, "live");
    await using _workers = await startTestWorkers(databaseUrl, provider.env);
    expect(await check(database, tenant, { identifier: bvn, phone })).toMatchObject({ verified: false });
    await age(database, tenant, 2);
    // Registered meanwhile.
    provider.identities.set(bvn, { phones: [phone] });
    const later = await check(database, tenant, { identifier: bvn, phone });
    expect(later).toEqual({ reference: expect.any(String), verified: true, cacheHit: false });
    expect(provider.calls.identity).toBe(2);
    expect(await balancesOf(database, tenant)).toEqual({ available: Number(100_000n - FEE), reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("that nobody waits for any more is not sent to it and costs nothing, unless another check joined", async ({
    database,
    databaseUrl,
  }) => {
    await using provider = await startProvider();
    const other = "33333333333";
    for (const identifier of [bvn, other]) provider.identities.set(identifier, { phones: [phone] });
    const tenant = await createFundedMerchant(database, 100_000n, "live");
    const givenUp = await askCheck(database, tenant, { identifier: bvn, phone });
    await askCheck(database, tenant, { identifier: other, phone });
    await database.query(sql.type(z.object({}))`
      with old as (update identity_checks set inserted_at = inserted_at - interval '21 s')
      update identity_records set stored_at = stored_at - interval '21 s'`);
    const joined = await askCheck(database, tenant, { identifier: other, phone });

    await using _workers = await startTestWorkers(databaseUrl, provider.env);
    expect(await readCheck(database, givenUp.request)).toBeNull();
    expect(await readCheck(database, joined.request)).toMatchObject({ verified: true });
    expect(await statuses(database, tenant)).toEqual(["unavailable", "succeeded", "succeeded"]);
    expect(provider.sent.identity).toMatchObject([{ identifier: other }]);
    expect(await balancesOf(database, tenant)).toEqual({ available: 100_000 - Number(FEE), reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });
});

/** How the checks of a tenant ended, oldest first. */
function statuses(database: Connection, { merchantId, environment }: Tenant): Promise<readonly string[]> {
  return database.anyFirst(sql.type(z.object({ status: z.string() }))`
    select status from identity_checks where merchant_id = ${merchantId} and environment = ${environment} order by id`);
}

/** Makes what is on record `days` older. */
async function age(database: Connection, { merchantId, environment }: Tenant, days: number): Promise<void> {
  await database.query(sql.type(z.object({}))`
    update identity_records set completed_at = completed_at - make_interval(days => ${days})
    where merchant_id = ${merchantId} and environment = ${environment}`);
}

/** The tables that have a row with one of the texts in it, in clear or as bytes. */
async function findRowsWith(database: Database, canaries: string[]): Promise<string[]> {
  const tables = await database.any(sql.type(z.object({ schema: z.string(), name: z.string() }))`
    select table_schema as schema, table_name as name from information_schema.tables
    where (table_schema = 'public' or table_schema like 'queue%') and table_type = 'BASE TABLE'`);
  expect(tables.length).toBeGreaterThan(20);
  const pattern = canaries.flatMap((text) => [text, Buffer.from(text).toString("hex")]).join("|");
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const rows = await database.oneFirst(sql.type(z.object({ count: z.bigint() }))`
      select count(*) from ${sql.identifier([schema, name])} t where t::text ~ ${pattern}`);
    if (rows > 0n) found.push(`${schema}.${name}`);
  }
  return found;
}
