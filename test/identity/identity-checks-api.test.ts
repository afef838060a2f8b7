import { describe, expect } from "vitest";
import { z } from "zod";
import {
  completeIdentityCheck,
  completeIdentityRecord,
  findIdentityRecord,
  findOpenIdentityChecks,
} from "../../sql/identity/identity-checks.ts";
import type { MasterKeys } from "../../sql/process/encryption/encryption.ts";
import { naira } from "../../sql/ledger/money.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import type { Database } from "../../sql/process/database.ts";
import { addKey, createLiveMember, createMember } from "../helpers/create-member.ts";
import { balancesOf, eventTypes, ledgerDrift, queuedJobs } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { testEncryptionKey } from "../helpers/encryption-key.ts";
import { eventually } from "../helpers/eventually.ts";
import { outcomeOf, type Call } from "../helpers/call.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";

const phone = "08030000001";
const check = (call: Call, key: string, type: "bvn" | "nin", identifier: string, number = phone) =>
  call("POST", `/v1/kyc/${type}`, { key, body: { [type]: identifier, phone: number } });

const count = (database: Database, table: "identity_records" | "identity_checks") =>
  database.oneFirst(sql.type(z.object({ count: z.bigint() }))`
    select count(*) from ${sql.identifier([table])}`);

/** The row of an identifier's record, once its question is in the queue. */
async function askedRecord(database: Database): Promise<bigint> {
  return eventually(async () => {
    const [id] = await database.anyFirst(sql.type(z.object({ id: z.bigint() }))`
      select id from identity_records where status = 'pending'`);
    expect(id).toBeDefined();
    expect((await queuedJobs(database)).map(({ task }) => task)).toContain("check_identity");
    return id!;
  });
}

/** Workers in this process that encrypt and open with these keys. */
function startWorkersWith(databaseUrl: string, { current, other }: MasterKeys): Promise<AsyncDisposable> {
  return startTestWorkers(databaseUrl, {
    SERVICE_ENCRYPTION_KEY: current.toString("base64"),
    SERVICE_ENCRYPTION_KEY_OTHER: other?.toString("base64") ?? "",
  });
}

/** Completes a record that was requested and its checks, as a worker does whose provider has the person on record. */
async function respondAsFound(database: Database, recordId: bigint, isVerified = true): Promise<void> {
  const { encrypted_record: encrypted } = (await findIdentityRecord(database, recordId))!;
  await completeIdentityRecord(database, { recordId, status: "found", encryptedRecord: encrypted });
  for (const { id } of await findOpenIdentityChecks(database, recordId)) {
    await completeIdentityCheck(database, { requestId: id, verified: isVerified, name: "ADA OBI" });
  }
}

describe("POST /v1/kyc/bvn and /v1/kyc/nin", () => {
  test("verify an identity, return its name, and emit an event", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const { tenant, key } = await createMember(database);
    for (const type of ["bvn", "nin"] as const) {
      const response = await check(call, key, type, "22222222222");
      expect(response.status).toBe(200);
      expect(response.data).toEqual({
        reference: expect.stringMatching(/^kyc_[0-9a-z]{26}$/),
        verified: true,
        name: expect.any(String),
        cacheHit: false,
      });
      const [row] = (await call("GET", "/v1/kyc/requests", { key })).data;
      expect(row).toEqual({
        ...response.data,
        type,
        status: "succeeded",
        environment: "test",
        createdAt: expect.any(String),
      });
      const [event] = (await call("GET", "/v1/events?type=kyc.succeeded", { key })).data;
      expect(event.data).toEqual(row);
    }
    expect(await eventTypes(database, tenant)).toEqual(["kyc.succeeded", "kyc.succeeded"]);
    expect(await balancesOf(database, tenant)).toEqual({ available: 0, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("the right BVN with another phone is not verified, even from the cache", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const { tenant, key } = await createMember(database);
    const first = await check(call, key, "bvn", "22222222222");
    expect(first.data).toMatchObject({ verified: true, cacheHit: false });
    const wrong = await check(call, key, "bvn", "22222222222", "08030000002");
    expect(wrong).toMatchObject({ status: 200, data: { verified: false, cacheHit: true } });
    const right = await check(call, key, "bvn", "22222222222");
    expect(right.data).toMatchObject({ verified: true, cacheHit: true });
    expect(new Set([first, wrong, right].map(({ data }) => data.reference)).size).toBe(3);
    expect(await eventTypes(database, tenant)).toEqual(["kyc.succeeded", "kyc.failed", "kyc.succeeded"]);
  });

  test("a phone counts by its digits, with +234, 234 or 0 before it", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const { key } = await createMember(database);
    const verified = async (number: string) =>
      (await check(call, key, "nin", "11111111111", number)).data.verified as boolean;
    for (const same of ["08011111111", "+2348011111111", "234 801 111 1111", "(0801) 111-1111", "8011111111"])
      expect([same, await verified(same)]).toEqual([same, true]);
    expect(await verified("08011111112")).toBe(false);
  });

  test("a phone of ten characters is checked, whatever it is; what is no number matches nobody", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const { key } = await createMember(database);
    const verified = async (bvn: string, number: string) =>
      (await check(call, key, "bvn", bvn, number)).data.verified as boolean;
    // The first phone of an identifier would be the one on record.
    expect(await verified("22222222223", "no telephone")).toBe(false);
    expect(await verified("22222222223", "no telephone")).toBe(false);
    for (const text of ["++++++++++", " ".repeat(10), "0803****567"])
      expect([text, await verified("11111111111", text)]).toEqual([text, false]);
    expect(await verified("11111111111", "\u202a+234\u00a0801\u00a0111\u00a01111\u202c")).toBe(true);
  });

  test("another type, environment or merchant does not hit the cache", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const { tenant, key } = await createMember(database);
    const stranger = await createMember(database);
    const secondKey = await addKey(database, tenant);
    expect((await check(call, key, "bvn", "22222222222")).data.cacheHit).toBe(false);
    // Each is verified by the phone it is first checked with: nothing is known of the check before.
    for (const [who, type] of [
      [key, "nin"],
      [stranger.key, "bvn"],
    ] as const) {
      const { data } = await check(call, who, type, "22222222222", "08030000009");
      expect([type, data]).toEqual([type, expect.objectContaining({ verified: true, cacheHit: false })]);
    }
    expect((await check(call, secondKey.key, "bvn", "22222222222")).data.cacheHit).toBe(true);

    const hashes = await database.anyFirst(sql.type(z.object({ hash: z.string() }))`
      select encode(identifier_hash, 'hex') as hash from identity_records
      where merchant_id in (${tenant.merchantId}, ${stranger.tenant.merchantId})`);
    expect(hashes).toHaveLength(3);
    expect(new Set(hashes).size).toBe(3);
  });

  test("identical checks at once are one lookup and one fee; the others are cache hits", async ({
    ingress: { call },
    database,
  }) => {
    const { tenant, key } = await createLiveMember(database, 20_000n);
    const asked = Array.from({ length: 8 }, () => check(call, key, "bvn", "22222222222"));
    const recordId = await askedRecord(database);
    await eventually(async () => expect(await count(database, "identity_checks")).toBe(8n));
    expect(await balancesOf(database, tenant)).toEqual({ available: 14_625, reserved: 5_375 });
    expect((await queuedJobs(database)).filter(({ task }) => task === "check_identity")).toHaveLength(1);

    await respondAsFound(database, recordId);
    const responses = await Promise.all(asked);
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(responses.filter(({ data }) => data.cacheHit === false)).toHaveLength(1);
    expect(new Set(responses.map(({ data }) => data.reference)).size).toBe(8);
    expect(await count(database, "identity_records")).toBe(1n);
    expect(await balancesOf(database, tenant)).toEqual({ available: 14_625, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("a live check is charged once for an identifier, and refused before any lookup when the balance is too low", async ({
    ingress: { call },
    database,
  }) => {
    const poor = await createLiveMember(database, 5_374n);
    expect(await check(call, poor.key, "bvn", "22222222222")).toMatchObject({
      status: 400,
      error: {
        code: "INSUFFICIENT_BALANCE",
        details: { needed: naira(5_375), available: naira(5_374), fee: naira(5_375) },
      },
    });
    expect(await count(database, "identity_checks")).toBe(0n);
    expect(await queuedJobs(database)).not.toContainEqual(
      expect.objectContaining({ task: "check_identity" }),
    );

    const { tenant, key } = await createLiveMember(database, 5_375n);
    const first = check(call, key, "bvn", "22222222222");
    await respondAsFound(database, await askedRecord(database));
    expect((await first).data.cacheHit).toBe(false);
    expect(await balancesOf(database, tenant)).toEqual({ available: 0, reserved: 0 });

    // From the cache, with nothing left to pay from. A worker does this one too.
    const second = check(call, key, "bvn", "22222222222");
    await eventually(async () => {
      const [recordId] = await database.anyFirst(sql.type(z.object({ id: z.bigint() }))`
        select identity_record_id as id from identity_checks where status = 'pending'`);
      expect(recordId).toBeDefined();
      for (const { id } of await findOpenIdentityChecks(database, recordId!))
        await completeIdentityCheck(database, { requestId: id, verified: true, name: null });
    });
    expect((await second).data).toMatchObject({ verified: true, cacheHit: true });
    expect((await second).data.name).toBeUndefined();
    expect(outcomeOf(await check(call, key, "nin", "22222222222"))).toBe("INSUFFICIENT_BALANCE");
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("an outage is a 500, free, without an event, and the next check looks up again", async ({
    ingress: { call },
    database,
  }) => {
    const { tenant, key } = await createLiveMember(database, 5_375n);
    const asked = check(call, key, "bvn", "22222222222");
    await completeIdentityRecord(database, { recordId: await askedRecord(database), status: "unavailable" });
    const response = await asked;
    expect(response).toMatchObject({ status: 500, error: { code: "INTERNAL_ERROR" } });
    expect(response.text).not.toMatch(/verified/);
    expect(await balancesOf(database, tenant)).toEqual({ available: 5_375, reserved: 0 });
    expect(await eventTypes(database, tenant)).toEqual(["collection.success"]);
    expect((await call("GET", "/v1/kyc/requests", { key })).data).toEqual([]);

    const again = check(call, key, "bvn", "22222222222");
    await respondAsFound(database, await askedRecord(database));
    expect((await again).data).toMatchObject({ verified: true, cacheHit: false });
    expect(await balancesOf(database, tenant)).toEqual({ available: 0, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("the sandbox's outage and its identifier without a record", async ({
    fileIngress: { call },
    fileDatabase: database,
    fileWorkers: _workers,
  }) => {
    const { tenant, key } = await createMember(database);
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(outcomeOf(await check(call, key, "nin", "99999999999"))).toBe("INTERNAL_ERROR");
    const unknown = await check(call, key, "nin", "00000000000");
    expect(unknown.data).toEqual({ reference: unknown.data.reference, verified: false, cacheHit: false });
    expect((await check(call, key, "nin", "00000000000")).data).toMatchObject({
      verified: false,
      cacheHit: true,
    });
    expect(await eventTypes(database, tenant)).toEqual(["kyc.failed", "kyc.failed"]);
  });

  test("while the key changes, a check still finds the record made under the other one", async ({
    databaseUrl,
    database,
  }) => {
    const { key } = await createMember(database);
    const newKey = Buffer.alloc(32, 9);
    const before = { current: testEncryptionKey };
    const during = { current: newKey, other: testEncryptionKey };
    const checkUnder = async (encryptionKeys: MasterKeys, number = phone) => {
      await using ingress = await startTestIngress(databaseUrl, { encryptionKeys });
      await using _workers = await startWorkersWith(databaseUrl, encryptionKeys);
      return (await check(ingress.call, key, "bvn", "22222222222", number)).data;
    };
    expect(await checkUnder(before)).toMatchObject({ verified: true, cacheHit: false });
    expect(await checkUnder(during)).toMatchObject({ verified: true, cacheHit: true });
    expect(await checkUnder(during, "08030000002")).toMatchObject({ verified: false, cacheHit: true });
    expect(await count(database, "identity_records")).toBe(1n);
  });

  test("anything but 11 digits and a phone number is refused before any lookup", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    const counts = () =>
      Promise.all([count(fileDatabase, "identity_checks"), count(fileDatabase, "identity_records")]);
    const before = await counts();
    for (const type of ["bvn", "nin"] as const) {
      const path = `/v1/kyc/${type}`;
      const refused = async (body: unknown) => {
        const response = await call("POST", path, { key, body });
        expect([body, outcomeOf(response)]).toEqual([body, "VALIDATION_ERROR"]);
        // Nothing of what was sent comes back.
        expect(response.text).not.toMatch(/2222|0803/);
        return Object.keys(response.error.details!);
      };
      for (const bad of [
        "2222222222",
        "222222222222",
        "2222222222a",
        " 22222222222",
        "222 2222 2222",
        "\uff12\uff12\uff12\uff12\uff12\uff12\uff12\uff12\uff12\uff12\uff12",
        "22222222222\n",
        22_222_222_222,
        null,
        ["22222222222"],
        undefined,
      ])
        expect(await refused({ [type]: bad, phone })).toEqual([type]);
      for (const bad of ["080300000", "0".repeat(101), 8_030_000_001, null, undefined])
        expect(await refused({ [type]: "22222222222", phone: bad })).toEqual(["phone"]);
      expect(await refused({ [type === "bvn" ? "nin" : "bvn"]: "22222222222" })).toEqual([type, "phone"]);
    }
    expect(await counts()).toEqual(before);
  });

  test("a name without a match is a failed check", async ({ ingress: { call }, database }) => {
    const { tenant, key } = await createMember(database);
    const asked = check(call, key, "bvn", "22222222222");
    await respondAsFound(database, await askedRecord(database), false);
    expect((await asked).data).toMatchObject({ verified: false, name: "ADA OBI", cacheHit: false });
    const [row] = (await call("GET", "/v1/kyc/requests", { key })).data;
    expect(row).toMatchObject({ status: "failed", verified: false, name: "ADA OBI" });
    expect(await eventTypes(database, tenant)).toEqual(["kyc.failed"]);
  });

  test("without the scope nothing is looked up, charged or validated", async ({
    ingress: { call },
    database,
  }) => {
    const { tenant, key } = await createMember(database, { scopes: ["kyc:read"], available: 10_000n });
    for (const type of ["bvn", "nin"] as const) {
      const response = await call("POST", `/v1/kyc/${type}`, { key, body: { [type]: "bad" } });
      expect(response).toMatchObject({ status: 403, error: { code: "SCOPE_INSUFFICIENT" } });
      expect(response.error.details).toBeUndefined();
    }
    expect(await count(database, "identity_checks")).toBe(0n);
    expect(await balancesOf(database, tenant)).toEqual({ available: 10_000, reserved: 0 });
    expect((await call("GET", "/v1/kyc/requests", { key })).data).toEqual([]);
    const writer = await addKey(database, tenant, { scopes: ["kyc:write"] });
    expect(outcomeOf(await call("GET", "/v1/kyc/requests", { key: writer.key }))).toBe("SCOPE_INSUFFICIENT");
  });

  test("no result in time is a 500, and the check completes later", async ({ databaseUrl, database }) => {
    await using ingress = await startTestIngress(databaseUrl, { responseTimeoutMs: 300 });
    const { key } = await createMember(database);
    expect(outcomeOf(await check(ingress.call, key, "bvn", "22222222222"))).toBe("INTERNAL_ERROR");
    await respondAsFound(database, await askedRecord(database));
    const { data } = await ingress.call("GET", "/v1/kyc/requests", { key });
    expect(data).toMatchObject([{ status: "succeeded", cacheHit: false }]);
  });

  test("neither identifier nor phone is stored, queued or logged in clear", async ({ ingress, database }) => {
    const { key } = await createMember(database);
    const identifier = "22233344455";
    const number = "08067891234";
    const asked = check(ingress.call, key, "bvn", identifier, number);
    const recordId = await askedRecord(database);
    const rows = await database.oneFirst(sql.type(z.object({ text: z.string() }))`
      select (select json_agg(r) from identity_records r)::text || (select json_agg(k) from identity_checks k)::text
        || (select json_agg(j) from queue_test_lookups._private_jobs j)::text as text`);
    await respondAsFound(database, recordId);
    await asked;
    // As bytea columns are written in JSON, too.
    const hex = (text: string) => Buffer.from(text).toString("hex");
    for (const secret of [identifier, number, hex(identifier), hex(number), number.slice(1)]) {
      expect(rows).not.toContain(secret);
      expect(ingress.log()).not.toContain(secret);
    }
  });
});

describe("GET /v1/kyc/requests", () => {
  test("lists only the caller's own checks, without fee or identifier", async ({
    ingress: { call },
    database,
  }) => {
    const { key } = await createLiveMember(database, 5_375n);
    const asked = check(call, key, "bvn", "22222222222");
    await respondAsFound(database, await askedRecord(database));
    await asked;
    const response = await call("GET", "/v1/kyc/requests", { key });
    expect(Object.keys(response.data[0]).sort()).toEqual(
      ["cacheHit", "createdAt", "environment", "name", "reference", "status", "type", "verified"].sort(),
    );
    expect(response.text).not.toMatch(/22222222222|fee|5000/);
    const stranger = await createLiveMember(database);
    expect((await call("GET", "/v1/kyc/requests", { key: stranger.key })).data).toEqual([]);
  });
});
