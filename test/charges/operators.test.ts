import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { balancesOf, createFundedMerchant, ledgerDrift } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { acceptTestPayouts } from "../payouts/accept-test-payouts.ts";
import { payOut } from "./pay-out.ts";
import { merchantOf } from "../helpers/merchant-of.ts";

const why = { operator: "Ada", reason: "ticket 12" };

const thisMonth = (database: Database) =>
  database.oneFirst(sql.type(z.object({ day: z.string() }))`select lagos_day(now())::text as day`);

const inDays = (database: Database, days: number) =>
  database.oneFirst(
    sql.type(z.object({ day: z.string() }))`select (lagos_day(now()) + ${days}::integer)::text as day`,
  );

const run = (database: Database, statement: ReturnType<typeof sql.fragment>) =>
  database.query(sql.type(z.object({}))`${statement}`);

describe("set-charge", () => {
  const duty = { service: "payout", kind: "stamp_duty", exempt: "salary,refund", ...why };

  test("changes what is charged from a day to come on, and writes it to the audit log", async ({
    database,
    databaseUrl,
  }) => {
    const from = await inDays(database, 1);
    const set = await runOpsScript(databaseUrl, "set-charge", {
      ...duty,
      from,
      fromAmount: "2000000",
      kobo: "6000",
    });
    expect(set).toMatchObject([{ from_amount: 2_000_000, kobo: 6_000 }]);
    const dutyAt = (when: string) =>
      database.oneFirst(sql.type(z.object({ duty: z.bigint().nullable() }))`
        select (charges_of('payout', 'live', 2000000, 'other', true, ${when}::timestamptz)).stamp_duty as duty`);
    expect(await dutyAt(new Date().toISOString())).toBe(5000n);
    expect(await dutyAt(`${from}T00:00:00+01:00`)).toBe(6000n);
    const logged = await database.anyFirst(sql.type(z.object({ target: z.string() }))`
      select target from audit_log where action = 'charge set'`);
    expect(logged).toEqual(["payout stamp_duty"]);
    // Corrected before it starts.
    await runOpsScript(databaseUrl, "set-charge", { ...duty, from, fromAmount: "2000000", kobo: "7000" });
    expect(await dutyAt(`${from}T00:00:00+01:00`)).toBe(7000n);
  });

  test("changes what refunds cost too", async ({ database, databaseUrl }) => {
    const from = await inDays(database, 1);
    const set = { ...duty, service: "refund", from, fromAmount: "2000000", kobo: "6000", exempt: "" };
    expect(await runOpsScript(databaseUrl, "set-charge", set)).toMatchObject([
      { service: "refund", kobo: 6_000 },
    ]);
  });

  test("refuses a day that has begun, and what a charge cannot be", async ({ database, databaseUrl }) => {
    const set = (values: Record<string, string>) =>
      runOpsScript(databaseUrl, "set-charge", { ...duty, ...values });
    expect(await set({ from: await inDays(database, 0), kobo: "1" })).toContain(
      "--from must be a day to come",
    );
    const from = await inDays(database, 1);
    for (const wrong of [
      {},
      { kobo: "1", basisPoints: "1" },
      { basisPoints: "10001" },
      { kobo: "1", exempt: "gift" },
      { kobo: "1", service: "identity_check" },
      { kobo: "1", kind: "vat" },
      { basisPoints: "1", kind: "service", exempt: "" },
    ])
      expect(await set({ from, ...wrong })).toContain("a charge has --kobo");
  });
});

test("a merchant whose exemptions are withdrawn pays stamp duty for salaries, from its next payout on", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createFundedMerchant(database, 10_000_000n, "live");
  const other = await createFundedMerchant(database, 10_000_000n, "live");
  const merchant = await merchantOf(database, tenant);
  const salary = { amount: 1_000_000n, purpose: "salary" } as const;
  const before = await payOut(database, tenant, salary);
  await runOpsScript(databaseUrl, "set-exemptions", { merchant, allowed: "no", ...why });
  const after = await payOut(database, tenant, salary);
  expect((await payOut(database, other, salary)).exempted_duty).toBe(5000n);
  expect([before.stamp_duty, before.exempted_duty, after.stamp_duty, after.exempted_duty]).toEqual([
    null,
    5000n,
    5000n,
    0n,
  ]);
  await runOpsScript(databaseUrl, "set-exemptions", { merchant, allowed: "yes", ...why });
  expect((await payOut(database, tenant, salary)).stamp_duty).toBeNull();
});

test("a month's report has each tax by merchant, less refunds, with what exempt payouts were spared", async ({
  database,
  databaseUrl,
}) => {
  const [one, other] = [
    await createFundedMerchant(database, 10_000_000n, "live"),
    await createFundedMerchant(database, 10_000_000n, "live"),
  ];
  await payOut(database, one, { amount: 1_000_000n });
  await payOut(database, one, { amount: 1_000_000n, purpose: "salary" });
  await payOut(database, one, { amount: 1_000_000n, end: "failed" });
  const { reference } = await payOut(database, other, { amount: 1_000_000n, end: "reversed" });
  const report = async () => {
    const rows = await runOpsScript(databaseUrl, "tax-report", { month: await thisMonth(database) });
    return typeof rows === "string"
      ? rows
      : rows.map(({ merchant, kind, amount, exempted }) => [merchant, kind, amount, exempted]);
  };
  const names = [await merchantOf(database, one), await merchantOf(database, other)];
  const ofOne = [
    [names[0], "stamp_duty", 5000, 5000],
    [names[0], "vat", 376, 0],
  ];
  const ofOther = [
    [names[1], "stamp_duty", 5000, 0],
    [names[1], "vat", 188, 0],
  ];
  const sorted = (rows: unknown[][]) => rows.toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
  expect(await report()).toEqual(sorted([...ofOne, ...ofOther]));

  // The charges of what came back are refunded, once.
  const before = await balancesOf(database, other);
  const refund = () => runOpsScript(databaseUrl, "refund-charges", { payout: reference, ...why });
  expect(await refund()).toEqual([{ service: 2500, vat: 188, stamp_duty: 5000 }]);
  expect(await refund()).toContain("were refunded before");
  expect((await balancesOf(database, other)).available).toBe(before.available! + 7_688);
  expect(await report()).toEqual(sorted(ofOne));
  expect(await ledgerDrift(database)).toEqual([]);

  // What is owed is remitted, once for each reference, and no more.
  const remit = (values: Record<string, string>) =>
    runOpsScript(databaseUrl, "remit-tax", {
      kind: "vat",
      amount: "300",
      reference: "R1",
      ...why,
      ...values,
    });
  expect(await remit({})).toEqual([{ still_owed: 76 }]);
  expect(await remit({})).toEqual([{ still_owed: 76 }]);
  expect(await remit({ amount: "301" })).toContain("was used for another payment");
  expect(await remit({ reference: "R2", amount: "77" })).toContain("--amount must be 1 to 76");
  expect(await report()).toContainEqual([null, "vat_remitted", 300, 0]);
  expect(await ledgerDrift(database)).toEqual([]);
});

test("charges are refunded of reversed live payouts only, and taken again if that is undone", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createFundedMerchant(database, 10_000_000n, "live");
  const { reference } = await payOut(database, tenant, { amount: 1_000_000n });
  const refund = (payout: string) =>
    runOpsScript(databaseUrl, "refund-charges", { payout, kind: "vat", ...why });
  expect(await refund(reference)).toContain("only a reversed live one's charges are refunded");
  expect(await refund("pyt_none")).toContain("there is no payout");

  const back = await payOut(database, tenant, { amount: 1_000_000n, end: "reversed" });
  const paid = await balancesOf(database, tenant);
  expect(await refund(back.reference)).toEqual([{ service: 0, vat: 188, stamp_duty: 0 }]);
  await run(
    database,
    sql.fragment`update payouts set needs_review = true where reference = ${back.reference}`,
  );
  const decide = () =>
    run(
      database,
      sql.fragment`select decide_payout(${back.reference}, 'succeeded', row('Ada', null, null, 'seen', null)::acting)`,
    );
  // While the balance doesn't cover it, nothing is taken.
  const [other] = await acceptTestPayouts(database, tenant, { amount: BigInt(paid.available!) - 400_000n });
  await decide();
  expect(await ledgerDrift(database)).toEqual([]);
  await run(
    database,
    sql.fragment`select cancel_payout(${tenant.merchantId}, 'live', ${other!}, null, null)`,
  );
  await decide();
  expect((await balancesOf(database, tenant)).available).toBe(paid.available! - 1_000_000);
  expect(await ledgerDrift(database)).toEqual([]);
});

test("the proof of the books finds each tax that differs", async ({ database }) => {
  const tenant = await createFundedMerchant(database, 10_000_000n, "live");
  const { reference } = await payOut(database, tenant, { amount: 1_000_000n });
  const found = async (breaks: ReturnType<typeof sql.fragment>) => {
    await run(database, breaks);
    return (await ledgerDrift(database)).map((row) => Object.values(row as object).join(": "));
  };
  const where = sql.fragment`where reference = ${reference}`;
  const differs = (kind: string) => `a tax differs from the charges behind it: ${kind} live`;
  expect(await found(sql.fragment`update payouts set vat = vat - 1 ${where}`)).toEqual([
    differs("vat_payable"),
  ]);
  await run(database, sql.fragment`update payouts set vat = vat + 1 ${where}`);
  expect(await found(sql.fragment`update payouts set stamp_duty = null ${where}`)).toEqual([
    differs("stamp_duty_payable"),
  ]);
  await run(database, sql.fragment`update payouts set stamp_duty = 5000 ${where}`);
  expect(
    await found(sql.fragment`insert into tax_remittances (reference, kind, amount) values ('R', 'vat', 1)`),
  ).toEqual([differs("vat_payable")]);
});
