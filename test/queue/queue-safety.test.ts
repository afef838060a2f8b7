import { describe, expect } from "vitest";
import { z } from "zod";
import { errorName } from "../../sql/process/errors.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { eventually } from "../helpers/eventually.ts";
import { createFundedMerchant, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { acceptTestPayout, findPayout } from "../payouts/accept-test-payouts.ts";
import { addJob, emptyQueue, findJobs } from "./queued-jobs.ts";

const count = (table: "payouts" | "ledger_journals") =>
  sql.type(z.object({ count: z.bigint() }))`select count(*) from ${sql.identifier([table])}`;

describe.concurrent("the queue and the rows", () => {
  test("a job that cannot be queued: the caller gets the error and nothing is written", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database, 5_000n);
    const journals = await database.oneFirst(count("ledger_journals"));
    await database.query(sql.type(z.object({}))`
      create function lose_job() returns trigger language plpgsql as 'begin return null; end'`);
    await database.query(sql.type(z.object({}))`
      create trigger lose_jobs before insert on queue_test_money._private_jobs
      for each row when (new.key like 'execute_payout:%') execute function lose_job()`);

    const error = await acceptTestPayout(database, tenant).catch((caught: unknown) => caught);
    expect(errorName(error)).toBe("job_not_queued");
    expect(await database.oneFirst(count("payouts"))).toBe(0n);
    expect(await database.oneFirst(count("ledger_journals"))).toBe(journals);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("a job that is added again while workers take it is queued again, every time", async ({
    database,
    workers: _workers,
  }) => {
    // A row that is done: each run ends at once, and the job is taken as often as it is added.
    const { merchantId } = await createFundedMerchant(database);
    const id = await database.oneFirst(sql.type(z.object({ id: z.bigint() }))`
      insert into host_checks (merchant_id, environment, host, status)
      values (${merchantId}, 'test', 'example.com', 'allowed') returning id`);
    const add = () =>
      database.oneFirst(sql.type(z.object({ added: z.number() }))`
        select enqueue_jobs('check_webhook_host', array[${id}]::bigint[]) as added`);
    for (let round = 0; round < 40; round += 1) {
      expect(new Set(await Promise.all(Array.from({ length: 10 }, add)))).toEqual(new Set([1]));
    }
    await eventually(async () => expect(await findJobs(database)).toEqual([]));
  });

  test("a transaction that is rolled back leaves neither payout nor job", async ({ database }) => {
    const tenant = await createFundedMerchant(database, 5_000n);
    await acceptTestPayout(database, tenant); // the enquiry and its job are there before
    await emptyQueue(database);
    const refused = database.transaction(async (transaction) => {
      await acceptTestPayout(transaction, tenant);
      throw new Error("killed before the commit");
    });
    await expect(refused).rejects.toThrow("killed before the commit");
    expect(await database.oneFirst(count("payouts"))).toBe(1n);
    expect(await findJobs(database)).toEqual([]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("a job that always throws is kept with its error, and others run meanwhile", async ({
    database,
    workers: _workers,
  }) => {
    for (let poison = 0; poison < 8; poison += 1)
      await addJob(database, "execute_payout", { id: "poison" }, 1);
    const tenant = await createFundedMerchant(database, 5_000n);
    const reference = await acceptTestPayout(database, tenant);
    await eventually(async () => expect((await findPayout(database, reference)).status).toBe("succeeded"));

    const parked = (await findJobs(database)).filter((job) => job.key?.startsWith("by-hand-"));
    expect(parked).toHaveLength(8);
    for (const job of parked) expect(job).toMatchObject({ locked: false, attempts: 1, max_attempts: 1 });
    expect(parked[0]!.last_error).toContain("expected number");
  });
});
