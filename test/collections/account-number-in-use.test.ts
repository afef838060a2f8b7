import { expect } from "vitest";
import { z } from "zod";
import { createLog } from "../../sql/process/logging.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { readConfig } from "../../workers/config.ts";
import { startWorkers } from "../../workers/start-workers.ts";
import { outcomeOf } from "../helpers/call.ts";
import { createLiveMember } from "../helpers/create-member.ts";
import { testEncryptionKey } from "../helpers/encryption-key.ts";
import { eventually } from "../helpers/eventually.ts";
import { startProvider } from "../gateways/http/start-provider.ts";
import { findJobs } from "../queue/queued-jobs.ts";
import { test } from "../helpers/test.ts";

test("a number that another active account has is requested three times, and then refused with an alert", async ({
  database,
  databaseUrl,
  ingress,
}) => {
  await using provider = await startProvider();
  provider.onlyNumber = "8800000001";
  let lines = "";
  const workers = await startWorkers(
    readConfig({
      DATABASE_URL: databaseUrl,
      SERVICE_ENCRYPTION_KEY: testEncryptionKey.toString("base64"),
      ...provider.env,
    }),
    createLog("workers", "info", { write: (line) => void (lines += line) }),
    (reason) => {
      throw new Error(reason);
    },
  );
  const { key } = await createLiveMember(database);
  const open = () =>
    ingress.call("POST", "/v1/virtual-accounts", {
      key,
      body: { customerEmail: "payer@example.com", amount: { value: 500_000, currency: "NGN" } },
    });
  const alarms = () => lines.split("\n").filter((line) => line.includes("ACCOUNT_NUMBER_IN_USE"));

  const first = await open();
  expect(first.status).toBe(201);
  expect(outcomeOf(await open())).toBe("INTERNAL_ERROR");
  expect(provider.calls.account).toBe(4);
  expect(alarms().map((line) => JSON.parse(line).level)).toEqual([50]);
  expect(alarms().join()).not.toContain("8800000001");
  await eventually(async () => expect(await findJobs(database)).toEqual([]));
  // Neither the sweep nor the queue takes it up again.
  await database.query(sql.type(z.object({}))`
    update virtual_accounts set created_at = created_at - interval '1 hour'`);
  await database.query(sql.type(z.object({}))`select reconcile('test', '{}')`);
  expect(await findJobs(database)).toEqual([]);
  expect((await ingress.call("GET", "/v1/virtual-accounts", { key })).data).toHaveLength(1);

  // The account that had it is over by the time that the provider is called again.
  const late = open();
  await eventually(async () => expect(provider.calls.account).toBeGreaterThan(4));
  await database.query(sql.type(z.object({}))`
    update virtual_accounts set status = 'expired' where status = 'active'`);
  expect((await late).data).toMatchObject({ accountNumber: "8800000001", status: "active" });
  expect(alarms()).toHaveLength(1);
  await workers.stop();
});
