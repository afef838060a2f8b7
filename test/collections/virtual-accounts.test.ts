import { describe, expect } from "vitest";
import { z } from "zod";
import { openCollection } from "../../sql/collections/collections.ts";
import { settleCredit } from "../../sql/collections/credits/credits.ts";
import { findByReference } from "../../sql/process/pages.ts";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import {
  activateVirtualAccount,
  failVirtualAccount,
  readVirtualAccount,
  requestVirtualAccount,
} from "../../sql/collections/virtual-accounts/virtual-accounts.ts";
import { reconcile } from "../helpers/reconcile.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createFundedMerchant, createVirtualAccount, eventTypes, queuedJobs } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { books, endTime, setUp, simulate } from "./pay-collection.ts";
import { recordCredit } from "../helpers/record-credit.ts";

const provisioned = {
  bankCode: "000",
  bankName: "Sandbox Bank",
  accountNumber: "7100000001",
  accountName: "KADUNA BOOKS",
};
const request = { customerEmail: "payer@example.com", amount: 250_000n, expiresInMinutes: 30 };

describe("a virtual account", () => {
  test("is hidden until it is provisioned, and opens one collection", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const id = await requestVirtualAccount(database, { tenant, ...request });
    expect(await readVirtualAccount(database, id)).toBeNull();
    expect(await queuedJobs(database)).toEqual([
      { task: "provision_virtual_account", key: `provision_virtual_account:${id}` },
    ]);

    const activations = await Promise.all(
      Array.from({ length: 4 }, () => activateVirtualAccount(database, id, provisioned)),
    );
    expect(activations.filter(Boolean)).toHaveLength(1);
    expect((await readVirtualAccount(database, id))?.json).toMatchObject({
      status: "active",
      accountNumber: "7100000001",
      amount: { value: 250_000, currency: "NGN" },
      collection: { status: "awaiting_payment" },
    });
    const collections = await database.oneFirst(
      sql.type(z.object({ n: z.bigint() }))`select count(*) n from collections`,
    );
    expect(collections).toBe(1n);
  });

  test("that could not be provisioned is failed and never listed", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const id = await requestVirtualAccount(database, { tenant, ...request });
    await failVirtualAccount(database, { accountId: id });
    expect(await readVirtualAccount(database, id)).toEqual({ json: null });
    expect(await activateVirtualAccount(database, id, provisioned)).toBe(false);
  });

  test("expires with its collection when its time is over, with one event", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const account = await createVirtualAccount(database, tenant, 250_000n);
    await createVirtualAccount(database, tenant, 1_000n);
    await endTime(database, account.reference);
    await reconcile(database, { environment: "test" });
    await reconcile(database, { environment: "test" });
    expect(await findByReference(database, "virtual_accounts", tenant, account.reference)).toMatchObject({
      status: "expired",
      collection: { status: "expired" },
    });
    expect(await eventTypes(database, tenant)).toEqual(["collection.expired"]);
    expect((await simulate(database, tenant, account.reference)).outcome).toBe("expired");
  });

  test("whose payer paid in time does not expire before the credit is settled, however late the sweep", async ({
    database,
  }) => {
    const { tenant, account, show, events } = await setUp(database);
    const { creditId } = await simulate(database, tenant, account.reference);
    await endTime(database, account.reference, 60);
    await database.query(sql.type(z.object({}))`
      update credits set received_at = now() - interval '2 hours'`);
    await reconcile(database, { environment: "test" });
    expect(await events()).toEqual([]);
    expect(await settleCredit(database, { creditId: creditId! })).toBe("settled");
    expect(await show()).toMatchObject({ status: "succeeded", late: false });
    expect(await events()).toEqual(["collection.success"]);
    expect(await books(database, tenant)).toEqual({ available: 1_000, suspense: 0 });
  });
});

describe("a further collection on a virtual account", () => {
  test("opens when the last one is final, for the account's first duration, and settles by itself", async ({
    database,
  }) => {
    const { tenant, account, pay } = await setUp(database);
    expect(
      await openCollection(database, { tenant, reference: account.reference, amount: 700n }),
    ).toMatchObject({
      outcome: "still_open",
    });
    await pay(1_000n);

    const openings = await Promise.all(
      Array.from({ length: 4 }, () =>
        openCollection(database, { tenant, reference: account.reference, amount: 700n }),
      ),
    );
    expect(openings.map(({ outcome }) => outcome).sort()).toEqual([
      "opened",
      "still_open",
      "still_open",
      "still_open",
    ]);
    const opened = openings.find(({ outcome }) => outcome === "opened")!.collection;
    expect(opened).toMatchObject({
      status: "awaiting_payment",
      amount: { value: 700, currency: "NGN" },
      virtualAccount: account.reference,
    });
    expect(await findByReference(database, "virtual_accounts", tenant, account.reference)).toMatchObject({
      status: "active",
      amount: { value: 700, currency: "NGN" },
    });
    expect(await pay(700n)).toBe("settled");
    expect(await books(database, tenant)).toEqual({ available: 1_700, suspense: 0 });
  });

  test("keeps its account when money for the previous one settles after it was opened", async ({
    database,
  }) => {
    const { tenant, account, show } = await setUp(database);
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 31 });
    const { credit_id: late } = await recordCredit(database, {
      environment: "test",
      recipient: account.reference,
      providerReference: "late",
      amount: 1_000n,
      currency: "NGN",
      payer: null,
      confirmed: true,
    });
    expect(
      (await openCollection(database, { tenant, reference: account.reference, amount: 700n })).outcome,
    ).toBe("opened");
    expect(await settleCredit(database, { creditId: late! })).toBe("settled");
    expect(await show()).toMatchObject({ status: "succeeded", late: true });
    expect(await findByReference(database, "virtual_accounts", tenant, account.reference)).toMatchObject({
      status: "active",
      collection: { status: "awaiting_payment" },
    });
    expect(
      (await openCollection(database, { tenant, reference: account.reference, amount: 700n })).outcome,
    ).toBe("still_open");
    expect(await books(database, tenant)).toEqual({ available: 1_000, suspense: 0 });
  });

  test("is not opened on another tenant's account", async ({ database }) => {
    const { tenant, account, pay } = await setUp(database);
    const stranger = await createFundedMerchant(database);
    await pay(1_000n);
    for (const other of [stranger, { ...tenant, environment: "live" as const }]) {
      expect(
        await openCollection(database, { tenant: other, reference: account.reference, amount: 700n }),
      ).toEqual({
        outcome: "not_found",
        collection: null,
      });
    }
  });
});
