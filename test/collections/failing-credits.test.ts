import { expect } from "vitest";
import { z } from "zod";
import { sql } from "../../sql/process/sql-tag.ts";
import { eventually } from "../helpers/eventually.ts";
import { createFundedMerchant, createVirtualAccount, ledgerDrift } from "../helpers/records.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { test } from "../helpers/test.ts";
import { emptyQueue } from "../queue/queued-jobs.ts";
import { recordCredit } from "../helpers/record-credit.ts";

const noRow = sql.type(z.object({}));
const count = sql.type(z.object({ n: z.number() }));

test("credits that cannot be booked hold back none of their merchant's others, and are booked when they can be", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createFundedMerchant(database);
  await emptyQueue(database);
  // More than have jobs at a time.
  const bad = await Promise.all(
    Array.from({ length: 12 }, () => createVirtualAccount(database, tenant, 900n)),
  );
  const good = await createVirtualAccount(database, tenant, 900n);
  const payIn = (recipient: string, name: string) =>
    recordCredit(database, {
      environment: "test",
      recipient,
      providerReference: name,
      amount: 10n,
      currency: "NGN",
      payer: null,
      confirmed: true,
    });
  for (const { reference } of bad) await payIn(reference, `bad-${reference}`);
  for (let credit = 0; credit < 30; credit += 1) await payIn(good.reference, `good-${credit}`);
  await database.query(noRow`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'it fails'; end $$`);
  await database.query(noRow`
    create trigger fail before update of status on credits for each row
    when (new.provider_reference like 'bad%') execute function fail()`);

  const waiting = (name: string) =>
    database.oneFirst(count`
      select count(*)::integer as n from credits where status = 'received' and provider_reference like ${name}`);
  await using _workers = await startTestWorkers(databaseUrl);
  await eventually(async () => expect(await waiting("good%")).toBe(0), 15_000);
  expect(await waiting("bad%")).toBe(12);

  await database.query(noRow`drop trigger fail on credits`);
  // Five minutes at most: not here.
  await database.query(noRow`update credits set settle_after = now() where status = 'received'`);
  await eventually(async () => expect(await waiting("bad%")).toBe(0), 15_000);
  expect(await ledgerDrift(database)).toEqual([]);
});
