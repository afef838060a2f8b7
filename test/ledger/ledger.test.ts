import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { errorName } from "../../sql/process/errors.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { balancesOf, createFundedMerchant, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

type Movement = {
  subject: string;
  merchantId: bigint;
  environment?: string;
  currency?: string;
  available?: bigint;
  reserved?: bigint;
  gateway?: bigint;
  through?: string;
};

/** Posts movements as credits, straight to the ledger. */
async function post(database: Database, movements: Movement[]): Promise<void> {
  const rows = movements.map(
    (m) => sql.fragment`(
      'credit_settled', ${m.subject}, ${m.merchantId}, ${m.environment ?? "test"}, ${m.currency ?? "NGN"},
      ${m.available ?? 0n}, ${m.reserved ?? 0n}, ${m.gateway ?? 0n}, 0, 0, 0, 0, ${m.through ?? null}
    )::ledger_movement`,
  );
  await run(database, sql.fragment`select post_journals(array[${sql.join(rows, sql.fragment`, `)}])`);
}

const run = (database: Database, statement: ReturnType<typeof sql.fragment>) =>
  database.query(sql.type(z.object({}))`${statement}`);

describe("the ledger", () => {
  test("refuses a movement that does not sum to zero, and writes nothing of its batch", async ({
    fileDatabase: database,
  }) => {
    const { merchantId } = await createFundedMerchant(database);
    const batch = [
      { subject: "a", merchantId, available: 100n, gateway: -100n },
      { subject: "b", merchantId, available: 100n, gateway: -99n },
    ];
    const error = await post(database, batch).catch((e: unknown) => e);
    expect(errorName(error)).toBe("journal_unbalanced");
    expect(await balancesOf(database, { merchantId, environment: "test" })).toEqual({
      available: 0,
      reserved: 0,
    });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("refuses unbalanced entries that were not written by its function", async ({
    fileDatabase: database,
  }) => {
    const { merchantId } = await createFundedMerchant(database, 500n);
    const insert = run(
      database,
      sql.fragment`
        insert into ledger_entries (journal_id, account_id, environment, currency, amount)
        select j.id, a.id, 'test', 'NGN', 1 from ledger_journals j, ledger_accounts a
        where j.merchant_id = ${merchantId} and a.kind = 'suspense' and a.environment = 'test' and a.currency = 'NGN'`,
    );
    expect(errorName(await insert.catch((e: unknown) => e))).toBe("journal_unbalanced");
  });

  test("keeps balances equal to their entries, without a gap in the running balance", async ({
    database,
  }) => {
    const { merchantId, environment } = await createFundedMerchant(database);
    await post(database, [
      { subject: "a", merchantId, available: 300n, gateway: -300n },
      { subject: "b", merchantId, available: -200n, reserved: 200n },
      { subject: "c", merchantId, available: 50n, reserved: -50n },
    ]);
    expect(await balancesOf(database, { merchantId, environment })).toEqual({
      available: 150,
      reserved: 150,
    });
    const running = await database.anyFirst(sql.type(z.object({ balance_after: z.bigint() }))`
      select balance_after from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where a.kind = 'available' and a.merchant_id = ${merchantId} order by e.journal_id`);
    expect(running).toEqual([300n, 100n, 150n]);
    const gateway = await database.oneFirst(sql.type(z.object({ balance: z.bigint() }))`
      select balance from ledger_balances where kind = 'gateway' and environment = 'test' and currency = 'NGN'`);
    expect(gateway).toBe(-300n);
    const problems = await ledgerDrift(database);
    expect(problems).toEqual([
      {
        problem: "reserved money differs from what holds it",
        subject: expect.stringMatching(/^account /),
      },
    ]);
  });

  test("no balance goes below zero, and the named check is what refuses it", async ({
    fileDatabase: database,
  }) => {
    const { merchantId } = await createFundedMerchant(database, 100n);
    const overdraw = () => post(database, [{ subject: "x", merchantId, available: -101n, reserved: 101n }]);
    expect(errorName(await overdraw().catch((e: unknown) => e))).toBe("balance_negative");

    await run(
      database,
      sql.fragment`alter table ledger_accounts drop constraint merchant_balance_is_not_negative`,
    );
    await run(
      database,
      sql.fragment`alter table ledger_entries drop constraint ledger_entry_balance_is_not_negative`,
    );
    await overdraw();
    const overdrawn = { available: -1, reserved: 101 };
    expect(await balancesOf(database, { merchantId, environment: "test" })).toEqual(overdrawn);
  });

  test("journals over two merchants in opposite orders never deadlock", async ({ database }) => {
    const a = await createFundedMerchant(database, 100_000n);
    const b = await createFundedMerchant(database, 100_000n);
    const pay = (n: number, from: bigint, to: bigint) =>
      post(database, [
        { subject: `out ${n}`, merchantId: from, available: -1n, gateway: 1n },
        { subject: `in ${n}`, merchantId: to, available: 1n, gateway: -1n },
      ]);
    const clients = Array.from({ length: 8 }, async (_, client) => {
      for (let n = client; n < 800; n += 8) {
        if (n % 2 === 0) await pay(n, a.merchantId, b.merchantId);
        else await pay(n, b.merchantId, a.merchantId);
      }
    });
    await Promise.all(clients);
    expect(await balancesOf(database, a)).toEqual({ available: 100_000, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("an entry of another currency or environment than its journal's is refused", async ({
    fileDatabase: database,
  }) => {
    const { merchantId } = await createFundedMerchant(database, 500n);
    const usd = post(database, [
      { subject: "usd", merchantId, currency: "USD", available: 1n, gateway: -1n },
    ]);
    await expect(usd).rejects.toMatchObject({
      column: "account_id",
    });
    const eur = post(database, [
      { subject: "eur", merchantId, currency: "EUR", available: 1n, gateway: -1n },
    ]);
    await expect(eur).rejects.toThrow();

    const mixed = run(
      database,
      sql.fragment`
        insert into ledger_entries (journal_id, account_id, environment, currency, amount)
        select j.id, a.id, a.environment, a.currency, side.amount
        from (select id from ledger_journals where merchant_id = ${merchantId}) j,
          (values ('test', 1), ('live', -1)) side (environment, amount)
        join ledger_accounts a on a.environment = side.environment and a.kind = 'suspense' and a.currency = 'NGN'`,
    );
    await expect(mixed).rejects.toMatchObject({ constraint: "ledger_entry_fits_journal" });
  });

  test.for([
    ["update", sql.fragment`update ledger_entries set amount = 1 where false`],
    ["delete", sql.fragment`delete from ledger_journals`],
    ["truncate", sql.fragment`truncate ledger_entries, ledger_journals`],
  ] as const)("%s of what was recorded is refused", async ([, statement], { database }) => {
    await createFundedMerchant(database, 500n);
    const error = await run(database, statement).catch((e: unknown) => e);
    expect(errorName(error)).toBe("append_only");
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("a movement of the same kind and subject happens once", async ({ fileDatabase: database }) => {
    const { merchantId } = await createFundedMerchant(database);
    const credit = { subject: "crd_1", merchantId, available: 100n, gateway: -100n };
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => post(database, [credit])));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await balancesOf(database, { merchantId, environment: "test" })).toEqual({
      available: 100,
      reserved: 0,
    });
  });

  test("the control view reports a missing kobo", async ({ database }) => {
    const { merchantId } = await createFundedMerchant(database, 500n);
    expect(await ledgerDrift(database)).toEqual([]);
    await run(
      database,
      sql.fragment`update ledger_accounts set balance = balance - 1 where merchant_id = ${merchantId} and balance > 0`,
    );
    expect(await ledgerDrift(database)).toMatchObject([{ problem: "a balance differs from its entries" }]);
  });

  test("every function of ours sets its search path", async ({ fileDatabase: database }) => {
    const unpinned = await database.anyFirst(sql.type(z.object({ name: z.string() }))`
      select proname::text as name from pg_proc
      where pronamespace = 'public'::regnamespace and prosqlbody is null
        and not coalesce(proconfig, '{}') @> array['search_path=public, pg_temp']`);
    expect(unpinned).toEqual([]);
  });
});
