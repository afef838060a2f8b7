import fc from "fast-check";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Connection } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { test } from "../helpers/test.ts";

const due = z.object({
  fee: z.bigint(),
  vat: z.bigint().nullable(),
  duty: z.bigint().nullable(),
  exempted: z.bigint(),
});

type What = {
  service?: string;
  environment?: string;
  amount?: number;
  purpose?: string;
  hasExemptions?: boolean;
  at?: string;
};

const chargesOf = (
  database: Connection,
  { service = "payout", environment = "live", amount = 0, purpose = "other", hasExemptions = true, at }: What,
) =>
  database.one(sql.type(due)`
    select fee, vat, stamp_duty as duty, exempted_duty as exempted from charges_of(
      ${service}, ${environment}, ${amount}, ${purpose}, ${hasExemptions}, coalesce(${at ?? null}::timestamptz, now())
    )`);

const clear = (database: Connection) => database.query(sql.type(z.object({}))`delete from charges`);

type Row = {
  kind: string;
  startsOn: string;
  from: number;
  kobo: number | null;
  basisPoints: number | null;
  exempt: string[];
};

const insert = (database: Connection, { kind, startsOn, from, kobo, basisPoints, exempt }: Row) =>
  database.query(sql.type(z.object({}))`
    insert into charges (service, kind, starts_on, from_amount, kobo, basis_points, exempt_purposes)
    values ('payout', ${kind}, ${startsOn}::date, ${from}, ${kobo}, ${basisPoints}, ${sql.array(exempt, "text")})
    on conflict do nothing`);

describe("what a live payout costs", () => {
  test.for<[amount: number, fee: bigint, vat: bigint, duty: bigint | null]>([
    [100, 1075n, 75n, null],
    [500_000, 1075n, 75n, null],
    [500_001, 2688n, 188n, null],
    [999_999, 2688n, 188n, null],
    [1_000_000, 7688n, 188n, 5000n],
    [5_000_000, 7688n, 188n, 5000n],
    [5_000_001, 10375n, 375n, 5000n],
  ])("%i kobo: %i", async ([amount, fee, vat, duty], { fileDatabase }) => {
    expect(await chargesOf(fileDatabase, { amount })).toEqual({ fee, vat, duty, exempted: 0n });
    const free = await chargesOf(fileDatabase, { amount, environment: "test" });
    expect(free).toEqual({ fee: 0n, vat: 0n, duty: duty && 0n, exempted: 0n });
  });

  test("a salary owes no stamp duty, unless the merchant has lost its exemption", async ({
    fileDatabase,
  }) => {
    const salary = { amount: 2_000_000, purpose: "salary" };
    expect(await chargesOf(fileDatabase, salary)).toEqual({
      fee: 2688n,
      vat: 188n,
      duty: null,
      exempted: 5000n,
    });
    const without = await chargesOf(fileDatabase, { ...salary, hasExemptions: false });
    expect(without).toEqual({ fee: 7688n, vat: 188n, duty: 5000n, exempted: 0n });
    const ownAccount = await chargesOf(fileDatabase, { amount: 2_000_000, purpose: "own_account" });
    expect(ownAccount.duty).toBe(5000n);
  });

  test("taxes start at midnight in Lagos", async ({ fileDatabase }) => {
    const at = (time: string) => chargesOf(fileDatabase, { amount: 1_000_000, at: time });
    expect(await at("2025-12-31T22:59:59Z")).toMatchObject({ fee: 2500n, vat: null, duty: null });
    expect(await at("2025-12-31T23:00:00Z")).toMatchObject({ fee: 7500n, vat: null, duty: 5000n });
    expect(await at("2026-01-18T22:59:59Z")).toMatchObject({ fee: 7500n, vat: null });
    expect(await at("2026-01-18T23:00:00Z")).toMatchObject({ fee: 7688n, vat: 188n });
  });

  test("an identity check has VAT", async ({ fileDatabase }) => {
    const check = await chargesOf(fileDatabase, { service: "identity_check" });
    expect(check).toEqual({ fee: 5375n, vat: 375n, duty: null, exempted: 0n });
  });

  test("the newest rows that have started replace all earlier ones of their kind", async ({ database }) => {
    const duty = { kind: "stamp_duty", basisPoints: null, exempt: [] };
    await insert(database, { ...duty, startsOn: "2026-03-01", from: 5_000_000, kobo: 7_000 });
    const dutyOf = async (amount: number, at: string) => (await chargesOf(database, { amount, at })).duty;
    expect(await dutyOf(1_000_000, "2026-02-28T22:59:59Z")).toBe(5000n);
    expect(await dutyOf(1_000_000, "2026-03-01T00:00:00Z")).toBeNull();
    expect(await dutyOf(5_000_000, "2026-03-01T00:00:00Z")).toBe(7000n);
  });
});

/** The charge of a kind that an amount owes on a day, told from the rows one by one. */
function bandOf(rows: Row[], kind: string, day: string, amount: number): Row | undefined {
  const started = rows.filter((row) => row.kind === kind && row.startsOn <= day);
  const newest = started
    .map(({ startsOn }) => startsOn)
    .toSorted()
    .at(-1);
  return started
    .filter(({ startsOn, from }) => startsOn === newest && from <= amount)
    .toSorted((a, b) => a.from - b.from)
    .at(-1);
}

test("whatever the charges, a fee is the sum of its parts, and none is negative", async ({ database }) => {
  const days = ["2026-01-01", "2026-02-01", "2026-03-01"];
  const row = fc
    .record({
      kind: fc.constantFrom("service", "vat", "stamp_duty"),
      startsOn: fc.constantFrom(...days),
      from: fc.integer({ min: 0, max: 5 }),
      isRate: fc.boolean(),
      value: fc.integer({ min: 0, max: 10_000 }),
      isExempt: fc.boolean(),
    })
    .map(({ isRate, value, isExempt, ...rest }): Row => {
      const hasRate = isRate && rest.kind !== "service";
      return {
        ...rest,
        kobo: hasRate ? null : value,
        basisPoints: hasRate ? value : null,
        exempt: isExempt && rest.kind === "stamp_duty" ? ["salary"] : [],
      };
    });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(row, {
        maxLength: 12,
        selector: ({ kind, startsOn, from }) => `${kind} ${startsOn} ${from}`,
      }),
      fc.record({ amount: fc.integer({ min: 0, max: 6 }), purpose: fc.constantFrom("salary", "supplier") }),
      fc.constantFrom(...days),
      async (rows, { amount, purpose }, day) => {
        await clear(database);
        for (const each of rows) await insert(database, each);
        const price = bandOf(rows, "service", day, amount)?.kobo ?? 0;
        const owed = (kind: string): bigint | null => {
          const band = bandOf(rows, kind, day, amount);
          if (band === undefined) return null;
          return BigInt(band.kobo ?? Math.round((price * band.basisPoints!) / 10_000));
        };
        const isExempt = bandOf(rows, "stamp_duty", day, amount)?.exempt.includes(purpose) ?? false;
        const duty = owed("stamp_duty");
        const found = await chargesOf(database, { amount, purpose, at: `${day}T12:00:00Z` });
        expect(found).toEqual({
          fee: BigInt(price) + (owed("vat") ?? 0n) + (isExempt ? 0n : (duty ?? 0n)),
          vat: owed("vat"),
          duty: isExempt ? null : duty,
          exempted: isExempt ? duty : 0n,
        });
      },
    ),
    { numRuns: 60 },
  );
});
