import { randomBytes } from "node:crypto";
import { describe, expect } from "vitest";
import { z } from "zod";
import { hashIdentifier, encryptPhone } from "../../sql/identity/identity-record.ts";
import { isSamePhone, readPhone } from "../../sql/identity/phone.ts";
import type { Database } from "../../sql/process/database.ts";
import {
  completeIdentityCheck,
  completeIdentityRecord,
  requestIdentityCheck,
  findIdentityRecord,
  findOpenIdentityChecks,
  readIdentityCheck,
} from "../../sql/identity/identity-checks.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { balancesOf, createFundedMerchant, eventTypes, ledgerDrift, queuedJobs } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

const FEE = 5_375;
const DAY_IN_MINUTES = 24 * 60;
const encrypted = Buffer.from("encrypted");

function ask(database: Database, tenant: Tenant, identifier = "22222222222", type: "bvn" | "nin" = "bvn") {
  return requestIdentityCheck(database, {
    tenant,
    type,
    identifierHashes: hashIdentifier(testEncryptionKeys, tenant, type, identifier),
    encryptedRequest: encrypted,
    encryptedPhone: encryptPhone(testEncryptionKeys, tenant, "08012345678"),
    phoneHashes: [],
    caller: undefined,
  });
}

/** A check that was requested: its id and its record's. */
async function asked(database: Database, tenant: Tenant, identifier?: string, type?: "bvn" | "nin") {
  const { outcome, requestId: id, recordId: record } = await ask(database, tenant, identifier, type);
  expect(outcome).toBe("pending");
  return { id: id!, record: record! };
}

/** Completes the provider's lookup and all checks that wait for it. */
async function complete(database: Database, record: bigint, status: "found" | "not_found" = "found") {
  await completeIdentityRecord(database, { recordId: record, status, encryptedRecord: encrypted });
  for (const { id } of await findOpenIdentityChecks(database, record)) {
    await completeIdentityCheck(database, { requestId: id, verified: status === "found", name: "ADAEZE" });
  }
}

const result = async (database: Database, id: bigint) => (await readIdentityCheck(database, id))?.json;

describe("an identity check", () => {
  test("requested ten times at once is one lookup and one fee, and all complete", async ({ database }) => {
    const tenant = await createFundedMerchant(database, BigInt(FEE), "live");
    const checks = await Promise.all(Array.from({ length: 10 }, () => asked(database, tenant)));
    const { record } = checks[0]!;
    expect(new Set(checks.map((check) => check.record))).toEqual(new Set([record]));
    expect(await balancesOf(database, tenant)).toEqual({ available: 0, reserved: FEE });
    expect((await queuedJobs(database)).filter(({ task }) => task === "check_identity")).toEqual([
      { task: "check_identity", key: `check_identity:${record}` },
    ]);

    await complete(database, record);
    expect(await balancesOf(database, tenant)).toEqual({ available: 0, reserved: 0 });
    const results = await Promise.all(checks.map(({ id }) => result(database, id)));
    expect(results.map((json) => (json as { cacheHit: boolean }).cacheHit).sort()).toEqual([
      false,
      ...Array(9).fill(true),
    ]);
    expect(await eventTypes(database, tenant)).toEqual([
      "collection.success",
      ...Array(10).fill("kyc.succeeded"),
    ]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is refused while a hundred of the merchant wait, and nothing is reserved for it", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database, BigInt(101 * FEE), "live");
    for (let number = 1; number <= 100; number += 1)
      await asked(database, tenant, String(number).padStart(11, "0"));
    await expect(ask(database, tenant)).rejects.toMatchObject({ code: "PB010" });
    expect(await balancesOf(database, tenant)).toEqual({ available: FEE, reserved: 100 * FEE });
    expect((await queuedJobs(database)).filter(({ task }) => task === "check_identity")).toHaveLength(100);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("costs what the fee table says, and is refused without effect when the balance is a kobo short", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database, BigInt(FEE - 1), "live");
    const jobs = await queuedJobs(database);
    expect((await ask(database, tenant)).outcome).toBe("insufficient_balance");
    expect(await balancesOf(database, tenant)).toEqual({ available: FEE - 1, reserved: 0 });
    expect(await queuedJobs(database)).toEqual(jobs);
    const rows = await database.any(sql.type(z.object({}))`select from identity_checks`);
    expect(rows).toEqual([]);
  });

  test("without a result from the provider refunds the fee, stores nothing and emits no event", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database, BigInt(FEE), "live");
    const first = await asked(database, tenant);
    const joined = await asked(database, tenant);
    expect(await completeIdentityRecord(database, { recordId: first.record, status: "unavailable" })).toBe(
      true,
    );
    expect(await readIdentityCheck(database, first.id)).toEqual({ status: "unavailable", json: null });
    expect(await readIdentityCheck(database, joined.id)).toEqual({ status: "unavailable", json: null });
    expect(await balancesOf(database, tenant)).toEqual({ available: FEE, reserved: 0 });
    expect(await eventTypes(database, tenant)).toEqual(["collection.success"]);

    const again = await asked(database, tenant);
    expect(again.record).toBe(first.record);
    expect((await findIdentityRecord(database, again.record))!.status).toBe("pending");
    await complete(database, again.record);
    expect(await balancesOf(database, tenant)).toEqual({ available: 0, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("refunds the fee after each of many outages, and is charged once in the end", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database, BigInt(FEE), "live");
    for (let outage = 0; outage < 4; outage += 1) {
      const { record } = await asked(database, tenant);
      expect(await completeIdentityRecord(database, { recordId: record, status: "unavailable" })).toBe(true);
      expect(await balancesOf(database, tenant)).toEqual({ available: FEE, reserved: 0 });
    }
    const { record } = await asked(database, tenant);
    await complete(database, record);
    expect(await balancesOf(database, tenant)).toEqual({ available: 0, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is completed once: a late result of the provider, or of another worker, changes nothing", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database, BigInt(FEE), "live");
    const { id, record } = await asked(database, tenant);
    await complete(database, record);
    const before = await result(database, id);
    expect(await completeIdentityRecord(database, { recordId: record, status: "unavailable" })).toBe(false);
    expect(await completeIdentityCheck(database, { requestId: id, verified: false, name: null })).toBe(false);
    expect(await result(database, id)).toEqual(before);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is from cache for 180 days when found and 24 hours when not, and is never charged again", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const known = await asked(database, tenant, "22222222222");
    const unknown = await asked(database, tenant, "33333333333");
    await complete(database, known.record);
    await complete(database, unknown.record, "not_found");
    const isFresh = async (identifier: string) => {
      const { id, record } = await asked(database, tenant, identifier);
      const { status } = (await findIdentityRecord(database, record))!;
      await complete(database, record, identifier === "22222222222" ? "found" : "not_found");
      expect(((await result(database, id)) as { cacheHit: boolean }).cacheHit).toBe(status !== "pending");
      return status !== "pending";
    };
    const pass = (minutes: number) => advanceTestClock(database, { merchantId: tenant.merchantId, minutes });
    await pass(DAY_IN_MINUTES - 1);
    expect([await isFresh("22222222222"), await isFresh("33333333333")]).toEqual([true, true]);
    await pass(1);
    expect([await isFresh("22222222222"), await isFresh("33333333333")]).toEqual([true, false]);
    await pass(179 * DAY_IN_MINUTES - 1);
    expect(await isFresh("22222222222")).toBe(true);
    await pass(1);
    expect(await isFresh("22222222222")).toBe(false);

    const live = await createFundedMerchant(database, BigInt(FEE), "live");
    const paid = await asked(database, live);
    await complete(database, paid.record);
    await database.query(sql.type(z.object({}))`
      update identity_records set completed_at = now() - interval '181 days' where id = ${paid.record}`);
    expect((await asked(database, live)).record).toBe(paid.record);
    expect(await balancesOf(database, live)).toEqual({ available: 0, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("does not share its record with another type, environment or merchant", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const stranger = await createFundedMerchant(database);
    const live = await createFundedMerchant(database, BigInt(FEE), "live");
    const { record } = await asked(database, tenant);
    const others = [
      await asked(database, tenant, "22222222222", "nin"),
      await asked(database, stranger),
      await asked(database, { ...live }),
    ];
    expect(new Set([record, ...others.map((other) => other.record)]).size).toBe(4);
    const hashes = await database.anyFirst(sql.type(z.object({ hash: z.string() }))`
      select encode(identifier_hash, 'hex') as hash from identity_records`);
    expect(new Set(hashes).size).toBe(4);
  });

  test("finds an identifier's record by its hash under either key", async ({ fileDatabase: database }) => {
    const tenant = await createFundedMerchant(database);
    const { record } = await asked(database, tenant);
    await complete(database, record);
    const rotated = { current: randomBytes(32), other: testEncryptionKeys.current };
    const { recordId: found } = await requestIdentityCheck(database, {
      tenant,
      type: "bvn",
      identifierHashes: hashIdentifier(rotated, tenant, "bvn", "22222222222"),
      encryptedRequest: encrypted,
      encryptedPhone: encryptPhone(rotated, tenant, "08012345678"),
      phoneHashes: [],
      caller: undefined,
    });
    expect(found).toBe(record);
  });
});

describe("a phone number", () => {
  const typed = "08012345678";

  test("is the same with +234, 00234, 234 or 0 before it, however it is spaced and wherever it was pasted from", () => {
    for (const form of [
      ...["2348012345678", "+234 801 234 5678", "+234 (0) 801-234-5678", "8012345678"],
      // From a phone book, which puts marks of direction around it; from a web page; from a word processor.
      ...["002348012345678", "00 234 (0)801 234 5678", "\u202a+234\u00a0801\u00a0234\u00a05678\u202c"],
      ...["\u200b0801\u2009234\u202f5678\ufeff", "0801\u2011234\u20115678", "0801\u2013234\u22125678"],
      ...["\uff0b\uff12\uff13\uff14 801 234 5678", "0801.234.5678", "\t0801 234 5678\n", "0801\u00ad2345678"],
    ])
      expect([form, isSamePhone(form, typed)]).toEqual([form, true]);
    for (const other of ["08012345679", "18012345678", "080123456780", "0801234567", "23408012345678901"])
      expect([other, isSamePhone(other, typed)]).toEqual([other, false]);
    expect(isSamePhone("+44 7911 123456", "00447911123456")).toBe(true);
  });

  test("is none of a text with anything else in it, and such texts are not the same as one another", () => {
    for (const text of [
      "",
      "not a phone",
      "0801234567a",
      "0803****567",
      "++2348012345678",
      "080 12",
      "\u200b",
    ]) {
      expect([text, readPhone(text)]).toEqual([text, null]);
      expect(isSamePhone(text, text)).toBe(false);
    }
  });
});
