import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import { acceptCredit, settleCredit } from "../../sql/collections/credits/credits.ts";
import { reconcile } from "../helpers/reconcile.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { asOperator } from "../helpers/as-operator.ts";
import { eventually } from "../helpers/eventually.ts";
import {
  balancesOf,
  createFundedMerchant,
  createVirtualAccount,
  findEvents,
  ledgerDrift,
} from "../helpers/records.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { test } from "../helpers/test.ts";
import { emptyQueue } from "../queue/queued-jobs.ts";
import { recordCredit } from "../helpers/record-credit.ts";

const noRow = sql.type(z.object({}));
const count = sql.type(z.object({ n: z.number() }));

const withStatus = (database: Database, status: string) =>
  database.oneFirst(count`select count(*)::integer as n from credits where status = ${status}`);

async function payIn(
  database: Database,
  recipient: string,
  name: string,
  amount: bigint,
  currency: "NGN" | "USD" = "NGN",
) {
  const { credit_id: creditId } = await recordCredit(database, {
    environment: "test",
    recipient,
    providerReference: name,
    amount,
    currency,
    payer: null,
    confirmed: true,
  });
  return creditId!;
}

/** 600 parts of one kobo each. */
async function payInParts(database: Database, recipient: string): Promise<void> {
  for (let ten = 0; ten < 60; ten += 1) {
    await database.query(noRow`
      select settle_credit(c.credit_id)
      from generate_series(1, 10) n
      cross join lateral record_credit('test', ${recipient}, ${`part-${ten}-`}::text || n, 1, 'NGN', null) c`);
  }
}

/** What an operator does about a credit in suspense. */
const resolve = (database: Database, credit: string, resolution: string) =>
  database.oneFirst(sql.type(z.object({ status: z.string() }))`
    select status from resolve_suspended_credit(${credit}, ${resolution}, null, null)`);

describe("a collection that is paid in very many parts", () => {
  test(
    "succeeds at once, and its parts are released in steps that end, and by no operator",
    { timeout: 120_000 },
    async ({ database, databaseUrl }) => {
      const tenant = await createFundedMerchant(database);
      const account = await createVirtualAccount(database, tenant, 2_000n);
      await payInParts(database, account.reference);
      expect(await withStatus(database, "suspended")).toBe(600);
      await emptyQueue(database);

      expect(
        await settleCredit(database, { creditId: await payIn(database, account.reference, "last", 1_400n) }),
      ).toBe("settled");
      const [success] = await findEvents(database, "collection.success");
      const { data } = JSON.parse(success!.body) as { data: object };
      expect(data).toMatchObject({ status: "succeeded", amountReceived: { value: 2_000 } });
      expect(data).not.toHaveProperty("unmatched");
      expect(await withStatus(database, "suspended")).toBe(100);
      // An operator resolves none of those that are being released, but what was never a part.
      const dollars = await payIn(database, account.reference, "dollars", 7n, "USD");
      expect(await settleCredit(database, { creditId: dollars })).toBe("suspended");
      const open = await database.anyFirst(sql.type(z.object({ credit: z.string() }))`
        select distinct on (currency) credit from open_suspense order by currency`);
      for (const resolution of ["release", "refund"])
        await expect(resolve(database, open[0]!, resolution)).rejects.toMatchObject({
          code: "PB006",
          message: expect.stringContaining("is being released"),
        });
      expect(await resolve(database, open[1]!, "refund")).toBe("refunded");
      // What comes now is no part of it.
      const more = await payIn(database, account.reference, "more", 7n);
      expect(await settleCredit(database, { creditId: more })).toBe("suspended");

      // The job of the next step is lost.
      await emptyQueue(database);
      await database.query(noRow`update collections set settled_at = settled_at - interval '1 minute'`);
      expect(await reconcile(database, { environment: "test" })).toBe(1);
      await using _workers = await startTestWorkers(databaseUrl);
      await eventually(async () => expect(await withStatus(database, "settled")).toBe(601), 30_000);
      expect(await withStatus(database, "suspended")).toBe(1);
      expect(await balancesOf(database, tenant)).toMatchObject({ available: 2_000 });
      await expect(resolve(database, open[0]!, "refund")).rejects.toMatchObject({ code: "PB006" });
      expect(await ledgerDrift(database)).toEqual([]);
    },
  );

  test(
    "that expires tells of them in steps that end, and nobody has them decided meanwhile",
    { timeout: 120_000 },
    async ({ database, databaseUrl }) => {
      const tenant = await createFundedMerchant(database);
      const account = await createVirtualAccount(database, tenant, 2_000n);
      await payInParts(database, account.reference);
      await emptyQueue(database);
      await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 31 });
      const unmatched = async () => (await findEvents(database, "credit.unmatched")).length;
      expect(await unmatched()).toBe(500);
      const reference = await database.oneFirst(sql.type(z.object({ reference: z.string() }))`
        select reference from credits where unmatched_reason is not null order by id limit 1`);
      const accept = () => acceptCredit(database, { tenant, reference, ...asOperator });
      expect(await accept()).toMatchObject({ outcome: "not_waiting" });

      // The job of the next step is lost.
      await emptyQueue(database);
      expect(await reconcile(database, { environment: "test" })).toBe(1);
      await using _workers = await startTestWorkers(databaseUrl);
      await eventually(async () => expect(await unmatched()).toBe(600), 30_000);
      expect(await findEvents(database, "collection.expired")).toHaveLength(1);
      await eventually(async () => expect(await accept()).toMatchObject({ outcome: "accepted" }), 30_000);
      expect(await ledgerDrift(database)).toEqual([]);
    },
  );

  test("has few of them booked by a later one's job, until all before it are", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const account = await createVirtualAccount(database, tenant, 900n);
    for (let part = 0; part < 45; part += 1) await payIn(database, account.reference, `part-${part}`, 10n);
    const last = await payIn(database, account.reference, "last", 450n);
    const waiting: number[] = [];
    const outcomes: string[] = [];
    for (let run = 0; run < 3; run += 1) {
      outcomes.push(await settleCredit(database, { creditId: last }));
      waiting.push(await withStatus(database, "received"));
      if (outcomes.at(-1) === "received") {
        const queued = count`select count(*)::integer as n from queued_jobs where key = ${`settle_credit:${last}`}`;
        expect(await database.oneFirst(queued)).toBe(1);
      }
    }
    expect(outcomes).toEqual(["received", "received", "settled"]);
    expect(waiting).toEqual([26, 6, 0]);
    expect(await ledgerDrift(database)).toEqual([]);
  });
});
