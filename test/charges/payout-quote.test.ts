import fc from "fast-check";
import { describe, expect } from "vitest";
import { z } from "zod";
import { payoutPurposes } from "../../sql/payouts/payout-json.ts";
import { setKybStatus, setPayoutMax } from "../../sql/merchants/merchants.ts";
import { removePayoutAccount } from "../../sql/payouts/accounts/payout-accounts.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { asOperator } from "../helpers/as-operator.ts";
import { outcomeOf, type ApiResponse, type Call } from "../helpers/call.ts";
import { createLiveMember, createMember } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import { createPayout, destination, resolveDestination, saveAccount } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

const kobo = (value: number) => ({ value, currency: "NGN" });
const bola = { bankCode: "058", accountNumber: "0123456780", accountName: "BOLA ADE" };

type Body = Record<string, unknown>;
const quote = (call: Call, key: string, body: Body, headers = {}) =>
  call("POST", "/v1/payouts/quote", { key, body, headers });

const run = (database: Database, statement: ReturnType<typeof sql.fragment>) =>
  database.query(sql.type(z.object({}))`${statement}`);

/** How many rows each table and queue has, and all balances. */
const stateOf = (database: Database) =>
  database.any(sql.type(z.object({ name: z.string(), state: z.string() }))`
    select c.oid::regclass::text as name, substring(
      query_to_xml(format('select count(*) as n from %s', c.oid::regclass), false, true, '')::text from '<n>([0-9]+)'
    ) as state
    from pg_class c
    where c.relkind = 'r' and (c.relnamespace = 'public'::regnamespace or c.relname = '_private_jobs')
      and c.relname not like 'request_log%'
    union all
    select 'account ' || id, balance::text from ledger_accounts where balance is not null
    order by 1`);

/** Sets the limits of a merchant in its environment. */
const limit = (database: Database, { merchantId, environment }: Tenant, limits: Record<string, number>) =>
  run(
    database,
    sql.fragment`
      insert into payout_limits (environment, merchant_id, day_max, account_day_max, account_day_payouts, set_at)
      values (${environment}, ${merchantId}, ${limits["day"] ?? null}, ${limits["account"] ?? null},
        ${limits["payouts"] ?? null}, now())`,
  );

describe("POST /v1/payouts/quote", () => {
  test("shows what a payout costs and meets, asks no bank and changes nothing", async ({
    database,
    ingress: { call },
  }) => {
    const { tenant, key } = await createMember(database, { available: 2_000_000n });
    await limit(database, tenant, { day: 5_000_000, account: 3_000_000, payouts: 4 });
    const body = { amount: kobo(1_500_000), destination, narration: "Rent", metadata: { run: 7 } };
    const before = await stateOf(database);
    const { status, data } = await quote(call, key, body);
    expect([status, data]).toEqual([
      200,
      {
        amount: kobo(1_500_000),
        fee: kobo(0),
        fees: [
          { kind: "service", amount: kobo(0) },
          { kind: "vat", amount: kobo(0) },
          { kind: "stamp_duty", amount: kobo(0) },
        ],
        total: kobo(1_500_000),
        live: {
          fee: kobo(7_688),
          fees: [
            { kind: "service", amount: kobo(2_500) },
            { kind: "vat", amount: kobo(188) },
            { kind: "stamp_duty", amount: kobo(5_000) },
          ],
          total: kobo(1_507_688),
        },
        balance: { available: kobo(2_000_000), sufficient: true },
        limits: [
          { limit: "payout", most: kobo(1_000_000_000), fits: true },
          { limit: "day", most: kobo(5_000_000), left: kobo(5_000_000), fits: true },
          { limit: "accountDay", most: kobo(3_000_000), left: kobo(3_000_000), fits: true },
          { limit: "accountDayPayouts", most: 4, left: 4, fits: true },
        ],
        frozen: false,
        blocked: false,
      },
    ]);
    expect(await stateOf(database)).toEqual(before);
  });

  test("without an account, leaves out what depends on it", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const { tenant, key } = await createMember(database);
    await limit(database, tenant, { day: 100, account: 100, payouts: 1 });
    const { data } = await quote(call, key, { amount: kobo(100) });
    expect(data).not.toHaveProperty("accountName");
    expect(data.limits.map((one: Body) => one["limit"])).toEqual(["payout", "day"]);
  });

  test("in live costs what the payout will be charged, and has no other prices", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const { key } = await createLiveMember(database, 2_000_000n);
    const { data } = await quote(call, key, { amount: kobo(1_992_313), purpose: "supplier" });
    expect(data).toMatchObject({ fee: kobo(7_688), total: kobo(2_000_001) });
    expect(data.balance).toEqual({ available: kobo(2_000_000), sufficient: false });
    expect(data).not.toHaveProperty("live");
    const salary = await quote(call, key, { amount: kobo(1_992_313), purpose: "salary" });
    expect(salary.data).toMatchObject({ fee: kobo(2_688), balance: { sufficient: true } });
    expect(salary.data.fees.map((fee: Body) => fee["kind"])).toEqual(["service", "vat"]);
  });

  test("tells what would refuse the payout: balance, limits, a pause, a blocked account", async ({
    database,
    ingress: { call },
  }) => {
    const { tenant, key } = await createMember(database, { available: 1_000n });
    const ask = async (value: number, to = destination) =>
      (await quote(call, key, { amount: kobo(value), destination: to })).data;
    expect((await ask(1_000)).balance).toEqual({ available: kobo(1_000), sufficient: true });
    expect((await ask(1_001)).balance).toEqual({ available: kobo(1_000), sufficient: false });

    await setPayoutMax(database, { merchantId: tenant.merchantId, payoutMax: 800n, acting: {} });
    expect((await ask(800)).limits).toEqual([{ limit: "payout", most: kobo(800), fits: true }]);
    expect((await ask(801)).limits).toEqual([{ limit: "payout", most: kobo(800), fits: false }]);

    const { bankCode, accountNumber } = destination;
    await run(
      database,
      sql.fragment`
        insert into blocked_recipients (environment, bank_code, account_number)
        values ('test', ${bankCode}, ${accountNumber})`,
    );
    expect([(await ask(100)).blocked, (await ask(100, bola)).blocked]).toEqual([true, false]);

    await run(
      database,
      sql.fragment`insert into payout_freezes (environment, bank_code) values ('test', ${bankCode})`,
    );
    expect([(await ask(100)).frozen, (await ask(100, bola)).frozen]).toEqual([true, false]);
    await run(database, sql.fragment`insert into payout_freezes (environment) values ('test')`);
    expect((await quote(call, key, { amount: kobo(100) })).data.frozen).toBe(true);
  });

  test("says what is left of a day before and after it was counted, for this account", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const { tenant, key } = await createMember(database, { available: 10_000n });
    for (const to of [destination, bola]) await resolveDestination(database, tenant, to);
    await createPayout(database, tenant, { amount: 300n });
    // Set after the first payout: nothing was counted so far.
    await limit(database, tenant, { day: 1_000, account: 500, payouts: 2 });
    const left = async (value: number, to = destination) => {
      const { data } = await quote(call, key, { amount: kobo(value), destination: to });
      return Object.fromEntries(
        data.limits
          .slice(1)
          .map((one: { limit: string; left: number | { value: number }; fits: boolean }) => [
            one.limit,
            [typeof one.left === "number" ? one.left : one.left.value, one.fits],
          ]),
      );
    };
    const uncounted = { day: [700, true], accountDay: [200, true], accountDayPayouts: [1, true] };
    expect(await left(200)).toEqual(uncounted);
    expect(await left(201)).toEqual({ ...uncounted, accountDay: [200, false] });
    expect(await left(701, bola)).toEqual({
      day: [700, false],
      accountDay: [500, false],
      accountDayPayouts: [2, true],
    });
    await createPayout(database, tenant, { amount: 100n });
    expect(await left(100)).toEqual({
      day: [600, true],
      accountDay: [100, true],
      accountDayPayouts: [0, false],
    });
    expect(await left(100, bola)).toEqual({
      day: [600, true],
      accountDay: [500, true],
      accountDayPayouts: [2, true],
    });
  });

  test("names the holder where this merchant asked the bank in the last ten minutes, or saved the account", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const { tenant, key } = await createMember(database);
    const stranger = await createMember(database);
    const live = { ...tenant, environment: "live" as const };
    for (const other of [stranger.tenant, live]) await resolveDestination(database, other);
    const nameOf = async (body: Body) =>
      (await quote(call, key, { amount: kobo(100), ...body })).data.accountName;
    expect(await nameOf({ destination })).toBeUndefined();
    await resolveDestination(database, tenant);
    expect(await nameOf({ destination })).toBe("ADAEZE OKAFOR");
    // A payout with a wrong name makes the same enquiry, and is not told the name.
    expect(await nameOf({ destination: { ...destination, accountName: "SOMEBODY ELSE" } })).toBeUndefined();
    await run(
      database,
      sql.fragment`
        update name_enquiries set completed_at = completed_at - interval '10 minutes 1 second'
        where merchant_id = ${tenant.merchantId}`,
    );
    expect(await nameOf({ destination })).toBeUndefined();

    const saved = await saveAccount(database, tenant, destination);
    expect(await nameOf({ payoutAccountId: saved.reference })).toBe("ADAEZE OKAFOR");
    expect(await nameOf({ destination })).toBeUndefined();
    await saveAccount(database, tenant, bola, { isDefault: true });
    expect(await nameOf({})).toBe("BOLA ADE");
  });

  test("refuses a body that a payout refuses, an account that cannot be paid, and an Idempotency-Key", async ({
    database,
    ingress: { call },
  }) => {
    const { tenant, key } = await createMember(database);
    const amount = kobo(100);
    const details = ({ status, error }: ApiResponse) => [status, Object.keys(error.details ?? {})];
    const ask = async (body: Body, headers = {}) => details(await quote(call, key, body, headers));
    expect(await ask({})).toEqual([422, ["amount"]]);
    expect(await ask({ amount: kobo(99) })).toEqual([422, ["amount.value"]]);
    // Its total would not be exact.
    expect(await ask({ amount: kobo(9_000_000_000_000_001) })).toEqual([422, ["amount.value"]]);
    const most = await quote(call, key, { amount: kobo(9_000_000_000_000_000) });
    expect(most.data.live.total).toEqual(kobo(9_000_000_000_010_375));
    expect(await ask({ amount, purpose: "fun" })).toEqual([422, ["purpose"]]);
    expect(await ask({ amount, payoutAccountID: "pac_1" })).toEqual([422, ["payoutAccountID"]]);
    expect(await ask({ amount }, { "idempotency-key": "k" })).toEqual([422, ["idempotency-key"]]);
    const unknown = { ...destination, bankCode: "999999" };
    expect(await ask({ amount, destination: unknown })).toEqual([422, ["destination.bankCode"]]);

    const stranger = await createMember(database);
    const theirs = await saveAccount(database, stranger.tenant);
    const live = await saveAccount(database, { ...tenant, environment: "live" });
    for (const { reference } of [theirs, live])
      expect((await quote(call, key, { amount, payoutAccountId: reference })).status).toBe(404);
    const saved = await saveAccount(database, tenant, bola, { isDefault: true });
    expect(await ask({ amount, destination, payoutAccountId: saved.reference })).toEqual([
      422,
      ["payoutAccountId"],
    ]);
    await run(database, sql.fragment`update banks set active = false where code = ${bola.bankCode}`);
    expect(await ask({ amount })).toEqual([422, ["destination"]]);
    expect(await ask({ amount, payoutAccountId: saved.reference })).toEqual([422, ["payoutAccountId"]]);
    await removePayoutAccount(database, { tenant, reference: saved.reference, ...asOperator });
    expect(await ask({ amount, payoutAccountId: saved.reference })).toEqual([422, ["payoutAccountId"]]);

    const approved = await createLiveMember(database);
    expect(details(await quote(call, approved.key, { amount: kobo(9_999) }))).toEqual([
      422,
      ["amount.value"],
    ]);
  });

  test("is read like any list: by a live key before approval, and by every member, outside the log of requests", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const { tenant, key } = await createLiveMember(database, 500n);
    await setKybStatus(database, { merchantId: tenant.merchantId, status: "submitted", acting: {} });
    expect((await quote(call, key, { amount: kobo(10_000) })).data.balance.sufficient).toBe(false);
    const narrow = await createMember(database, { scopes: ["payouts:write"] });
    expect(outcomeOf(await quote(call, narrow.key, { amount: kobo(100) }))).toBe("SCOPE_INSUFFICIENT");

    const { session } = await createPerson(database, [[tenant.merchantId, "viewer"]]);
    const shown = await call("POST", "/dashboard/api/live/payouts/quote", {
      session,
      body: { amount: kobo(10_000) },
    });
    expect([shown.status, shown.data.fee]).toEqual([200, kobo(1_075)]);
    // Later in the log than the quote would be.
    await call("POST", "/dashboard/api/live/payment-links", { session, body: {} });
    const logged = () =>
      database.anyFirst(sql.type(z.object({ path: z.string() }))`
        select k.path from request_log l join request_kinds k on k.id = l.kind_id
        where l.merchant_id = ${tenant.merchantId} order by l.id`);
    await expect.poll(logged).toContain("/dashboard/api/:environment/payment-links");
    expect(await logged()).not.toContain("/dashboard/api/:environment/payouts/quote");
  });
});

test("whatever is asked, a payout is charged what its quote said, and accepted if nothing in it forbids", async ({
  fileDatabase: database,
  fileIngress: { call },
}) => {
  const { tenant, key } = await createLiveMember(database, 9_000_000n);
  await resolveDestination(database, tenant);
  await limit(database, tenant, { day: 30_000_000, account: 8_000_000, payouts: 12 });
  const merchantId = tenant.merchantId;
  await setPayoutMax(database, { merchantId, payoutMax: 6_000_000n, acting: {} });
  let accepted = 0;
  let payouts = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.integer({ min: 10_000, max: 1_100_000 }),
        fc.constantFrom(500_000, 500_001, 999_999, 1_000_000, 5_000_000, 5_000_001, 6_000_001),
      ),
      fc.option(fc.constantFrom(...payoutPurposes), { nil: undefined }),
      async (value, purpose) => {
        const body = { amount: kobo(value), destination, ...(purpose && { purpose }) };
        const { data } = await quote(call, key, body);
        const headers = { "idempotency-key": `payout ${(payouts += 1)}` };
        const paid = await call("POST", "/v1/payouts", { key, body, headers });
        const fits = data.limits.every((one: { fits: boolean }) => one.fits);
        expect(paid.status === 201).toBe(data.balance.sufficient && fits);
        if (paid.status !== 201) return;
        accepted += 1;
        const { amount, fee, fees } = paid.data;
        expect({ amount, fee, fees }).toEqual({ amount: data.amount, fee: data.fee, fees: data.fees });
        const after = await quote(call, key, body);
        expect(after.data.balance.available.value).toBe(data.balance.available.value - data.total.value);
      },
    ),
    { numRuns: 40 },
  );
  expect(accepted).toBeGreaterThan(2);
});
