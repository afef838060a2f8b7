import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { expect, inject, test as base } from "vitest";
import { decrypt } from "../../sql/process/encryption/encryption.ts";
import { createDatabase, type Database } from "../../sql/process/database.ts";
import { decryptIdentity, decryptPhone } from "../../sql/identity/identity-record.ts";
import { migrate } from "../../sql/install/migrate.ts";
import { pendingMigrations } from "../../sql/install/pending-migrations.ts";
import { findSigningSecrets } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { dropRoles } from "../helpers/database/drop-roles.ts";
import { dumpDatabase } from "../helpers/database/dump-database.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { runAdminQuery } from "../helpers/database/run-admin-query.ts";

type Old = {
  url: string;
  database: Database;
  query: (text: string) => Promise<Record<string, unknown>[]>;
};

/** A database as version 0.1 left it, with the rows of the fixture. */
const test = base.extend<{ old: Old }>({
  old: async ({}, use) => {
    const name = `payments_test_old_${randomBytes(5).toString("hex")}`;
    const url = new URL(inject("serverUrl"));
    url.pathname = name;
    await runAdminQuery(inject("serverUrl"), `create database ${name}`);
    await runMigrations({ connectionString: url.href });
    const client = new pg.Client({ connectionString: url.href });
    client.on("error", () => {});
    await client.connect();
    await client.query(await readFile(new URL("fixtures/database-0.1.sql", import.meta.url), "utf8"));
    const database = await createDatabase({ url: url.href, maxPoolSize: 1, applicationName: "test" });
    await use({
      url: url.href,
      database,
      query: async (text) => (await client.query<Record<string, unknown>>(text)).rows,
    });
    await database.end();
    await client.end();
    await runAdminQuery(inject("serverUrl"), `drop database if exists ${name} with (force)`);
    await dropRoles(inject("serverUrl"), name);
  },
});

const tenant = { merchantId: 1n, environment: "test" } as const;

test("a database of version 0.1 gets exactly the present schema, once", async ({ old }) => {
  await migrate(old.url);
  const schema = await readFile(new URL("../../sql/schema.sql", import.meta.url), "utf8");
  expect(await dumpDatabase(old.url)).toBe(schema);
  expect(await pendingMigrations(old.database)).toEqual([]);
  expect(await migrate(old.url)).toEqual([]);
});

test("of its rows none is lost, and the books still balance", async ({ old }) => {
  const rows = `
    select
      (select count(*) from merchants) as merchants, (select count(*) from api_keys) as keys,
      (select count(*) from payouts) as payouts, (select count(*) from events) as events,
      (select count(*) from ledger_entries) as entries, (select count(*) from credits) as credits,
      (select count(*) from virtual_accounts) as accounts, (select count(*) from collections) as collections,
      (select count(*) from name_enquiries) as enquiries, (select count(*) from host_checks) as hosts,
      (select count(*) from identity_records) as identities, (select count(*) from checkout_sessions) as sessions,
      (select sum(balance) from ledger_accounts) as balances`;
  const before = await old.query(rows);
  expect(Object.values(before[0]!)).not.toContain("0");
  await migrate(old.url);
  expect(await old.query(rows)).toEqual(before);
  expect(await old.query("select * from ledger_discrepancies")).toEqual([]);
});

test("what was under way goes on under the new names", async ({ old }) => {
  await migrate(old.url);
  // The old queue is gone; the sweep finds what waits.
  await old.query("select reconcile('live')");
  await old.query("select reconcile('test')");
  const jobs = await old.query('select key from queued_jobs order by key collate "C"');

  expect(await old.query("select id, status from virtual_accounts order by id")).toEqual([
    { id: "1", status: "closed" },
    { id: "2", status: "active" },
    { id: "3", status: "provisioning" },
    { id: "4", status: "provisioning" },
  ]);
  expect(await old.query("select status from identity_checks order by id")).toEqual([
    { status: "succeeded" },
    { status: "pending" },
  ]);
  expect(await old.query("select status from collections where chain is not null")).toEqual([
    { status: "provisioning" },
  ]);

  expect(jobs.map(({ key }) => key)).toEqual([
    ...["check_identity:2", "check_webhook_host:1"],
    ...["deliver_webhook:1", "deliver_webhook:2", "deliver_webhook:3"],
    ...["enquire_name:2", "execute_payout:2", "provision_crypto_address:3"],
    // Another account of the merchant follows this one.
    ...["provision_virtual_account:3", "settle_credit:2"],
  ]);
  await old.query("select fail_virtual_account(3)");
  expect(
    await old.query("select key from queued_jobs where key = 'provision_virtual_account:4'"),
  ).toHaveLength(1);
  // The credit that waited is booked by the function of today.
  expect(await old.query("select settle_credit(2)")).toEqual([{ settle_credit: "settled" }]);
  expect(await old.query("select * from ledger_discrepancies")).toEqual([]);
});

test("what was encrypted can still be decrypted", async ({ old }) => {
  await migrate(old.url);

  const secrets = await findSigningSecrets(old.database, testEncryptionKeys, tenant);
  expect(secrets?.secret).toBe("whsec_amd6y22qT+M7W1URz620yBhFtb8T8UDzr9Zd08rwW3c=");

  const records = await old.query(
    "select identifier_hash as hash, encrypted_record as record from identity_records order by id",
  );
  const identities = records.map(({ hash, record }) =>
    decryptIdentity(testEncryptionKeys, { ...tenant, type: "bvn", hash: hash as Buffer }, record as Buffer),
  );
  expect(identities).toMatchObject([
    { identifier: "00000000001", name: "ADA EXAMPLE" },
    { identifier: "00000000002" },
  ]);

  const [check] = await old.query(
    "select encrypted_phone as phone from identity_checks where status = 'pending'",
  );
  expect(decryptPhone(testEncryptionKeys, tenant, check!.phone as Buffer)).toBe("+2348000000000");
  const [identity] = await old.query("select reference, encrypted_phone as phone from sandbox_identities");
  const context = `sandbox_identity:${String(identity!.reference)}`;
  expect(decrypt(testEncryptionKeys, identity!.phone as Buffer, context)).toBe("+2348000000000");
});
