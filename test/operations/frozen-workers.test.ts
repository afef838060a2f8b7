import { expect } from "vitest";
import { z } from "zod";
import { sql } from "../../sql/process/sql-tag.ts";
import { eventually } from "../helpers/eventually.ts";
import { createFundedMerchant, createPayout, ledgerDrift, resolveDestination } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";

const all = { scope: "all", environment: "test", reason: "ticket 12" };

test("running workers hold what is frozen, and send all of it once it is released", async ({
  database,
  databaseUrl,
  workers: _running,
}) => {
  const tenant = await createFundedMerchant(database, 10_000_000n);
  await resolveDestination(database, tenant);
  const counts = () =>
    database.one(sql.type(z.object({ held: z.number(), waiting: z.number(), succeeded: z.number() }))`
      select count(*) filter (where held_since is not null and status = 'pending')::integer as held,
        count(*) filter (where held_since is null and status in ('pending', 'processing'))::integer as waiting,
        count(*) filter (where status = 'succeeded')::integer as succeeded
      from payouts`);
  // Accepted in the transaction that freezes, so that no worker is faster.
  await database.transaction(async (transaction) => {
    for (let n = 0; n < 25; n += 1) await createPayout(transaction, tenant);
    await transaction.query(sql.type(z.object({}))`
      select freeze_payouts('test', 'all', null, null, null, row('Ada', null, null, 'ticket 12', null)::acting)`);
  });
  await eventually(async () => expect(await counts()).toEqual({ held: 25, waiting: 0, succeeded: 0 }));
  expect(await runOpsScript(databaseUrl, "release-payouts", all)).toMatchObject([
    { payouts: 25, still_held: 0 },
  ]);
  await eventually(async () => expect(await counts()).toEqual({ held: 0, waiting: 0, succeeded: 25 }));
  expect(await ledgerDrift(database)).toEqual([]);
});
