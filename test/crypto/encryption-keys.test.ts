import { describe, expect } from "vitest";
import { z } from "zod";
import { createDatabase, type Connection, type Database } from "../../sql/process/database.ts";
import { forgetOtherKeys, requireEncryptionKeys } from "../../sql/process/encryption/encryption-keys.ts";
import { decrypt, type MasterKeys } from "../../sql/process/encryption/encryption.ts";
import { registerWorker } from "../../sql/queue/workers/workers.ts";
import { rotateWebhookSecret } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { webhookSecretContext } from "../../sql/webhooks/endpoints/webhook-secret.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { testEncryptionKey as oldKey } from "../helpers/encryption-key.ts";
import { whileLocked } from "../helpers/database/while-locked.ts";
import { roleUrl } from "../helpers/database/role-url.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import {
  createFundedMerchant,
  createVirtualAccount,
  findEvents,
  payIn,
  setEndpoint,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { claimDelivery } from "../helpers/worker-steps.ts";
import { startWorkerProcess } from "../helpers/platform/start-process.ts";

const newKey = Buffer.alloc(32, 8);
const refusal = "SERVICE_ENCRYPTION_KEY is not the key that this database was encrypted with";

const starts = (database: Database, keys: MasterKeys) =>
  requireEncryptionKeys(database, keys).then(
    () => true,
    (error: Error) => (expect(error.message).toContain(refusal), false),
  );
const noted = (database: Database) =>
  database.oneFirst(
    sql.type(z.object({ count: z.int() }))`select count(*)::int as count from encryption_keys`,
  );

describe("the encryption key of a process", () => {
  test("has to be the database's: neither ingress nor workers start with another", async ({
    database,
    databaseUrl,
  }) => {
    await using _ingress = await startTestIngress(databaseUrl);
    const env = { SERVICE_ENCRYPTION_KEY: newKey.toString("base64") };
    await expect(startTestIngress(databaseUrl, {}, env)).rejects.toThrow(refusal);
    await using workers = startWorkerProcess(databaseUrl, env);
    await expect(workers.ready).rejects.toThrow(refusal);
    expect((await workers.ended).code).toBe(1);
    expect(await noted(database)).toBe(1);
  });

  test("can be changed in steps, and the old one is needed until nothing is encrypted with it", async ({
    database,
  }) => {
    const tried = [
      [{ current: oldKey }, true],
      [{ current: newKey }, false],
      [{ current: oldKey, other: newKey }, true],
      [{ current: newKey, other: oldKey }, true],
      // Processes that run on with the settings of the step before.
      [{ current: oldKey, other: newKey }, true],
      [{ current: newKey }, false],
      [{ current: oldKey }, false],
    ] as const;
    for (const [keys, is] of tried) expect(await starts(database, keys)).toBe(is);
    expect(await forgetOtherKeys(database, { current: newKey }, {})).toBe(1);
    expect(await starts(database, { current: newKey })).toBe(true);
    expect(await starts(database, { current: oldKey })).toBe(false);
  });

  test("is that of the first process, also if others start at the same moment", async ({ database }) => {
    const first = (transaction: Connection) => requireEncryptionKeys(transaction, { current: oldKey });
    const other = await whileLocked(database, first, () => starts(database, { current: newKey }));
    expect(other).toBe(false);
    expect(await noted(database)).toBe(1);
  });

  test("is compared in a database that takes no writes", async ({ database, databaseUrl }) => {
    await requireEncryptionKeys(database, { current: oldKey });
    const name = sql.identifier([new URL(databaseUrl).pathname.slice(1)]);
    await database.query(
      sql.type(z.object({}))`alter database ${name} set default_transaction_read_only = on`,
    );
    const readOnly = await createDatabase({
      url: roleUrl(databaseUrl, "workers"),
      maxPoolSize: 1,
      applicationName: "test",
    });
    try {
      expect(await starts(readOnly, { current: oldKey })).toBe(true);
      expect(await starts(readOnly, { current: newKey, other: oldKey })).toBe(true);
      expect(await starts(readOnly, { current: newKey })).toBe(false);
    } finally {
      await readOnly.end();
    }
  });

  test("is replaced if it was lost: secrets that are rotated without an overlap need the new one alone", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database);
    await requireEncryptionKeys(database, { current: oldKey });
    await setEndpoint(database, tenant, "https://hooks.example.com/in");
    await database.query(sql.type(z.object({}))`delete from encryption_keys`);
    const keys = { current: newKey };
    await requireEncryptionKeys(database, keys);
    const rotated = await rotateWebhookSecret(database, keys, tenant, 0, {});
    const account = await createVirtualAccount(database, tenant, 900n);
    await payIn(database, account.reference, 900n);
    const [event] = await findEvents(database, "collection.success");
    const { workerId } = await registerWorker(database);
    const delivery = (await claimDelivery(database, event!.id, workerId, false))!;
    expect(delivery.previousSecret).toBeNull();
    expect(decrypt(keys, delivery.secret, webhookSecretContext(tenant))).toBe(rotated!.secret);
  });
});
