import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { openCollection } from "../../sql/collections/collections.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createLiveMember } from "../helpers/create-member.ts";
import { balancesOf, createVirtualAccount, ledgerDrift, payIn } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { collectionsOf, endCollection } from "./end-collection.ts";

const noRow = sql.type(z.object({}));
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

/** A live account: its first collection was open from an hour to half an hour ago, its second is since ten minutes. */
async function openTwice(database: Database, tenant: Tenant) {
  const { reference } = await createVirtualAccount(database, tenant, 1_000n);
  await endCollection(database, reference, { opened: minutes(-60), ended: minutes(-30) });
  const { outcome } = await openCollection(database, { tenant, reference, amount: 1_000n });
  expect(outcome).toBe("opened");
  await database.query(noRow`
    update collections set created_at = ${sql.timestamp(minutes(-10))}
    where id = (
      select max(c.id) from collections c join virtual_accounts v on v.id = c.virtual_account_id
      where v.reference = ${reference}
    )`);
  return reference;
}

/** Which of an account's collections gets a kobo that was paid then: the first, or the second. */
async function paidThen(database: Database, reference: string, paidAt: Date | undefined) {
  const before = await collectionsOf(database, reference);
  await payIn(database, reference, 1n, { environment: "live", paidAt });
  const after = await collectionsOf(database, reference);
  return after.flatMap(({ received }, at) => (received > before[at]!.received ? [at + 1] : []));
}

describe("money for an account that was opened again", () => {
  const times: [minutes: number | undefined, collection: 1 | 2, why: string][] = [
    [-40, 1, "while the first was open"],
    [-61, 1, "a little before, by a clock that is late"],
    [-29, 1, "a little after its end, by a clock that is early"],
    [-11, 2, "just before the second was opened, by a clock that is late"],
    [-5, 2, "while the second was open"],
    [-20, 2, "while none was open"],
    [-90, 2, "before the account was there"],
    [600, 2, "in time to come"],
    [undefined, 2, "at a time that nobody says"],
  ];
  test.for(times)(
    "that was paid %i minutes from now is for collection %i: %s",
    async (time, { fileDatabase }) => {
      const { tenant } = await createLiveMember(fileDatabase);
      const reference = await openTwice(fileDatabase, tenant);
      const paidAt = time[0] === undefined ? undefined : minutes(time[0]);
      expect(await paidThen(fileDatabase, reference, paidAt)).toEqual([time[1]]);
    },
  );

  test("waits in suspense where the one of its time was paid already, and leaves the other one alone", async ({
    fileDatabase: database,
  }) => {
    const { tenant } = await createLiveMember(database);
    const { reference } = await createVirtualAccount(database, tenant, 1_000n);
    const paid = { environment: "live" } as const;
    expect(await payIn(database, reference, 1_000n, paid)).toBe("settled");
    await openCollection(database, { tenant, reference, amount: 1_000n });
    await database.query(noRow`
      update collections c set created_at = c.created_at - interval '1 hour',
        settled_at = c.settled_at - interval '30 minutes'
      where c.settled_at is not null and c.merchant_id = ${tenant.merchantId}`);
    expect(await payIn(database, reference, 1_000n, { ...paid, paidAt: minutes(-45) })).toBe("suspended");
    // It had been paid by then, so this is for what came after it.
    expect(await payIn(database, reference, 1_000n, { ...paid, paidAt: minutes(-20) })).toBe("settled");
    expect(await collectionsOf(database, reference)).toMatchObject([
      { status: "succeeded", received: 1_000n },
      { status: "succeeded", received: 1_000n },
    ]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("that is found while its account is opened again, many times at once, is booked once, for the first", async ({
    fileDatabase: database,
  }) => {
    const [{ tenant }, { tenant: other }] = [
      await createLiveMember(database),
      await createLiveMember(database),
    ];
    const { reference } = await createVirtualAccount(database, tenant, 1_000n);
    const others = await openTwice(database, other);
    await endCollection(database, reference, { opened: minutes(-60), ended: minutes(-30) });
    const report = { environment: "live", providerReference: reference, paidAt: minutes(-40) } as const;
    await Promise.all([
      ...Array.from({ length: 4 }, () => payIn(database, reference, 1_000n, report)),
      openCollection(database, { tenant, reference, amount: 1_000n }),
      ...Array.from({ length: 4 }, () => payIn(database, reference, 1_000n, report)),
    ]);
    expect(await collectionsOf(database, reference)).toEqual([
      { status: "succeeded", received: 1_000n, late: true },
      { status: "awaiting_payment", received: 0n, late: false },
    ]);
    expect(await balancesOf(database, tenant)).toEqual({ available: 1_000, reserved: 0 });
    // Another merchant, whose account was open at the same times, has none of it.
    expect((await collectionsOf(database, others)).map(({ received }) => received)).toEqual([0n, 0n]);
    expect(await balancesOf(database, other)).toEqual({ available: 0, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("of test is nobody's live money, whenever it was paid", async ({ fileDatabase: database }) => {
    const { tenant } = await createLiveMember(database);
    const account = await createVirtualAccount(database, { ...tenant, environment: "test" }, 1_000n);
    await endCollection(database, account.reference, { opened: minutes(-60), ended: minutes(-30) });
    const report = { environment: "live", paidAt: minutes(-40) } as const;
    expect(await payIn(database, account.reference, 1_000n, report)).toBe("suspended");
    expect(await collectionsOf(database, account.reference)).toMatchObject([{ received: 0n }]);
    expect(
      await database.anyFirst(sql.type(z.object({ merchant_id: z.bigint().nullable() }))`
      select merchant_id from credits where recipient = ${account.reference}`),
    ).toEqual([null]);
  });
});
