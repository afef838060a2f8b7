import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { MasterKeys } from "../../sql/process/encryption/encryption.ts";
import type { Connection } from "../../sql/process/database.ts";
import {
  reencryptIdentityRecords,
  reencryptSandboxIdentities,
  reencryptWebhookSecrets,
} from "../../sql/process/encryption/re-encrypt.ts";
import { findSigningSecrets, rotateWebhookSecret } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { testEncryptionKey } from "../helpers/encryption-key.ts";
import { eventually } from "../helpers/eventually.ts";
import { balancesOf, createFundedMerchant, ledgerDrift, setEndpoint } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { askCheck, check, readCheck } from "../identity/check-identity.ts";
import { startProvider } from "../gateways/http/start-provider.ts";
import { startReceiver } from "../helpers/outside/start-receiver.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";

const oldKey = testEncryptionKey;
const newKey = Buffer.alloc(32, 8);

/** The steps of a rotation: the processes' settings and what the ingress encrypts with, one after the other. */
const before: MasterKeys = { current: oldKey };
const announced: MasterKeys = { current: oldKey, other: newKey };
const swapped: MasterKeys = { current: newKey, other: oldKey };
const after: MasterKeys = { current: newKey };

function envOf({ current, other }: MasterKeys): Record<string, string> {
  return {
    SERVICE_ENCRYPTION_KEY: current.toString("base64"),
    SERVICE_ENCRYPTION_KEY_OTHER: other?.toString("base64") ?? "",
  };
}

async function reencryptAll(database: Connection): Promise<number> {
  const left: number[] = [];
  const counts = [
    await reencryptWebhookSecrets(database, swapped, {}, (_done, rows) => void left.push(rows)),
    await reencryptIdentityRecords(database, swapped),
    await reencryptSandboxIdentities(database, swapped),
  ];
  expect(left).toEqual([0]);
  return counts.reduce((sum, count) => sum + count, 0);
}

const countRecords = (database: Connection) =>
  database.oneFirst(sql.type(z.object({ count: z.bigint() }))`select count(*) from identity_records`);

const phoneOf = (identifier: string) => `080${identifier.slice(0, 8)}`;
const identifiers = Array.from({ length: 12 }, (_, index) => String(30_000_000_001 + index * 1_234_567));

describe.concurrent("the encryption key is replaced while everything runs", () => {
  test("and what was encrypted with the old one is found and decrypted with the new one alone", async ({
    database,
    databaseUrl,
  }) => {
    await using provider = await startProvider();
    await using receiver = await startReceiver();
    for (const identifier of identifiers)
      provider.identities.set(identifier, { name: "NGOZI EZE", phones: [phoneOf(identifier)] });
    const live = await createFundedMerchant(database, 1_000_000n, "live");
    const sandbox = await createFundedMerchant(database);
    const secret = await setEndpoint(database, live, receiver.url);
    await setEndpoint(database, sandbox, receiver.url);
    const rotated = (await rotateWebhookSecret(database, before, live, 24, {}))!.secret;
    const person = (identifier: string) => ({ identifier, phone: phoneOf(identifier) });

    {
      await using _workers = await startTestWorkers(databaseUrl, { ...provider.env, ...envOf(before) });
      for (const identifier of identifiers.slice(0, 6))
        expect(await check(database, live, person(identifier), before)).toMatchObject({ verified: true });
      expect(await check(database, sandbox, person(identifiers[0]!), before)).toMatchObject({
        verified: true,
      });
    }
    {
      // While the settings are rolled out, processes of both kinds run, and then the reencrypt beside them.
      await using _some = await startTestWorkers(databaseUrl, { ...provider.env, ...envOf(announced) });
      await using _others = await startTestWorkers(databaseUrl, { ...provider.env, ...envOf(swapped) });
      let isOver = false;
      const traffic = (async () => {
        for (let turn = 0; !isOver || turn < identifiers.length; turn += 1) {
          const keys = turn % 2 === 0 ? announced : swapped;
          const identifier = identifiers[turn % identifiers.length]!;
          expect(await check(database, live, person(identifier), keys)).toMatchObject({ verified: true });
        }
      })();
      await sleep(1_000);
      expect(await reencryptAll(database)).toBeGreaterThan(6);
      await sleep(1_000);
      isOver = true;
      await traffic;
    }
    // Some processes still encrypted with the old key after the first time.
    await reencryptAll(database);
    expect(await reencryptAll(database)).toBe(0);

    await using _workers = await startTestWorkers(databaseUrl, { ...provider.env, ...envOf(after) });
    for (const identifier of identifiers)
      expect(await check(database, live, person(identifier), after)).toMatchObject({
        verified: true,
        cacheHit: true,
      });
    const wrong = await check(database, live, { identifier: identifiers[0]!, phone: "08039999999" }, after);
    expect(wrong).toMatchObject({ verified: false, cacheHit: true });
    // One question, one record and one fee, with its VAT, for each of them, found by either key.
    expect(provider.calls.identity).toBe(identifiers.length);
    expect(await countRecords(database)).toBe(BigInt(identifiers.length + 1));
    expect(await balancesOf(database, live)).toEqual({
      available: 1_000_000 - identifiers.length * 5_375,
      reserved: 0,
    });
    expect(await ledgerDrift(database)).toEqual([]);

    // The sandbox looks a person up again and still knows the phone.
    await database.query(sql.type(z.object({}))`
      update identity_records set completed_at = completed_at - interval '181 days' where environment = 'test'`);
    expect(
      await check(database, sandbox, { identifier: identifiers[0]!, phone: "08039999999" }, after),
    ).toMatchObject({ verified: false, cacheHit: false });
    // Webhooks are signed with the secrets that the merchants have.
    expect((await findSigningSecrets(database, after, live))?.secret).toBe(rotated);
    expect(rotated).not.toBe(secret);
    await eventually(() => expect(receiver.requests.length).toBeGreaterThanOrEqual(identifiers.length));
    expect(receiver.requests.every(({ headers }) => headers["x-service-signature"] !== undefined)).toBe(true);
    await expect(findSigningSecrets(database, before, live)).rejects.toThrow(
      "another SERVICE_ENCRYPTION_KEY",
    );
  });

  test("also for a lookup requested under the old key and completed under the new one", async ({
    database,
    databaseUrl,
  }) => {
    await using provider = await startProvider();
    const [identifier] = identifiers as [string];
    const person = { identifier, phone: phoneOf(identifier) };
    provider.identities.set(identifier, { name: "NGOZI EZE", phones: [person.phone] });
    const tenant = await createFundedMerchant(database, 100_000n, "live");
    const { request } = await askCheck(database, tenant, person, announced);
    // It stays as it is while the provider is called, and is found again.
    expect(await reencryptAll(database)).toBe(1);
    expect(await reencryptAll(database)).toBe(1);

    {
      await using _workers = await startTestWorkers(databaseUrl, { ...provider.env, ...envOf(swapped) });
      expect(await readCheck(database, request)).toMatchObject({ verified: true });
    }
    await reencryptAll(database);
    await using _workers = await startTestWorkers(databaseUrl, { ...provider.env, ...envOf(after) });
    expect(await check(database, tenant, person, after)).toMatchObject({ verified: true, cacheHit: true });
    expect(provider.calls.identity).toBe(1);
    expect(await countRecords(database)).toBe(1n);
  });
});
