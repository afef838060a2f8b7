import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { listAuditLog } from "../helpers/list-audit-log.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { ledgerDrift } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { gatewayNames } from "../../workers/gateways/manifest/manifests.ts";
import { refuse } from "../scripts/operator-targets.ts";
import { creditThrough, floatsOf, liveSum } from "./live-money.ts";

type Move = {
  from: string;
  to: string;
  amount: string;
  reference: string;
  currency?: string;
  reverses?: string;
};

const move = (databaseUrl: string, values: Move) =>
  runOpsScript(databaseUrl, "move-float", { ...values, reason: "ticket 12" });

const owner = (database: Database) =>
  database.oneFirst(sql.type(z.object({ balance: z.bigint() }))`
    select balance from ledger_balances where kind = 'owner' and currency = 'NGN'`);

async function expectSound(database: Database): Promise<void> {
  expect(await ledgerDrift(database)).toEqual([]);
  expect(await liveSum(database)).toBe(0n);
}

describe("an operator", () => {
  test("books a top-up, a move between gateways and a withdrawal, each with a row in the audit log", async ({
    database,
    databaseUrl,
  }) => {
    const topUp = { from: "bank", to: "paystack", amount: "900", reference: "FT-1" };
    expect(await move(databaseUrl, topUp)).toEqual([
      {
        reference: "FT-1",
        moved_from: "bank",
        moved_to: "paystack",
        currency: "NGN",
        amount: 900,
        outcome: "moved",
      },
    ]);
    expect(await floatsOf(database)).toEqual({ paystack: 900 });
    expect(await owner(database)).toBe(900n);
    await move(databaseUrl, { from: "paystack", to: "monnify", amount: "250", reference: "FT-2" });
    expect(await floatsOf(database)).toEqual({ paystack: 650, monnify: 250 });
    await move(databaseUrl, { from: "monnify", to: "bank", amount: "50", reference: "FT-3" });
    expect(await floatsOf(database)).toEqual({ paystack: 650, monnify: 200 });
    expect(await owner(database)).toBe(850n);
    await expectSound(database);

    const [last] = await listAuditLog(database, { limit: 10 });
    expect(last).toMatchObject({
      actor: "Ada",
      action: "float move",
      target: "FT-3",
      reason: "ticket 12",
      after: { from: "monnify", to: "bank", currency: "NGN", amount: 50 },
    });
    expect(await listAuditLog(database, { limit: 10 })).toHaveLength(3);
  });

  test("may repeat a move without effect, also many at once, and not use its reference for another", async ({
    database,
    databaseUrl,
  }) => {
    const topUp = { from: "bank", to: "http", amount: "100", reference: "FT-1" };
    const answers = await Promise.all(Array.from({ length: 8 }, () => move(databaseUrl, topUp)));
    const outcomes = answers.map((rows) => (typeof rows === "string" ? rows : rows[0]!.outcome));
    expect(outcomes.toSorted()).toEqual(["moved", ...Array.from({ length: 7 }, () => "repeated")]);
    const others = [{ to: "monnify" }, { amount: "101" }, { from: "http", to: "bank" }, { currency: "USD" }];
    for (const other of others)
      expect(await move(databaseUrl, { ...topUp, ...other })).toBe(
        "reference FT-1 was used for another move",
      );
    expect(await floatsOf(database)).toEqual({ http: 100 });
    expect(await listAuditLog(database, { limit: 10 })).toHaveLength(1);
    await expectSound(database);
  });

  test("cannot move more out of a float than it has by our books, also by many moves at once", async ({
    database,
    databaseUrl,
  }) => {
    await creditThrough(database, "http", 500n);
    const takeOut = (n: number) =>
      move(databaseUrl, {
        from: "http",
        to: n % 2 ? "paystack" : "bank",
        amount: "100",
        reference: `FT-${n}`,
      });
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => takeOut(n)));
    const refusal =
      "http holds 0 by our books, less than --amount 100: is that right, and is every top-up booked?";
    expect(answers.filter((answer) => typeof answer === "string")).toEqual([refusal, refusal, refusal]);
    expect((await floatsOf(database)).http).toBeUndefined();
    await expectSound(database);

    // Refused, it has left its reference free.
    const refused = answers.findIndex((answer) => typeof answer === "string");
    await creditThrough(database, "http", 100n);
    expect(await takeOut(refused)).toMatchObject([{ outcome: "moved" }]);
    // What the owner takes out may be more than was paid in: it was earned.
    expect(await owner(database)).toBeLessThan(0n);
  });

  test("takes a mistaken top-up back once, also where the float has less", async ({
    database,
    databaseUrl,
  }) => {
    const topUp = { from: "bank", to: "http", amount: "100", reference: "FT-1" };
    await move(databaseUrl, topUp);
    await move(databaseUrl, { from: "http", to: "paystack", amount: "60", reference: "FT-2" });
    const back = { from: "http", to: "bank", amount: "100" };
    expect(await move(databaseUrl, { ...back, reference: "FT-3" })).toContain("http holds 40 by our books");
    const others = [{ reverses: "FT-9" }, { reverses: "FT-2" }, { reverses: "FT-1", amount: "99" }];
    for (const other of others)
      expect(await move(databaseUrl, { ...back, reference: "FT-3", ...other })).toBe(
        "--reverses must be the reference of the same move the other way round",
      );
    const tries = Array.from({ length: 6 }, (_, n) =>
      move(databaseUrl, { ...back, reference: `FT-3${n}`, reverses: "FT-1" }),
    );
    const answers = await Promise.all(tries);
    expect(answers.filter((answer) => answer === "move FT-1 was reversed already")).toHaveLength(5);
    expect(answers.filter((answer) => typeof answer !== "string")).toMatchObject([[{ outcome: "moved" }]]);
    expect(await floatsOf(database)).toEqual({ http: -60, paystack: 60 });
    await expectSound(database);
  });

  test("is told what is wrong with a move, and nothing is booked", async ({ database, databaseUrl }) => {
    const right = { from: "bank", to: "http", amount: "100", reference: "FT-1" };
    const names = gatewayNames.toSorted().join(", ");
    const wrong: [Partial<Move>, string][] = [
      [{ from: "stripe" }, `--from must be bank or a live gateway (${names})`],
      [{ to: "owner" }, `--to must be bank or a live gateway (${names})`],
      [{ to: "bank" }, "--from and --to are the same"],
      [{ amount: "0" }, "--amount must be 1 or more"],
      [{ reference: "FT 1" }, "--reference: must be"],
      [{ reference: "a".repeat(65) }, "--reference must be 1 to 64 letters, digits and . _ - /"],
      [{ reference: "FT'1" }, "--reference must be 1 to 64 letters, digits and . _ - /"],
      [{ currency: "EUR" }, "--currency: must be NGN or USD"],
      [{ amount: "-5" }, "--amount: must be"],
    ];
    for (const [values, message] of wrong)
      expect(await move(databaseUrl, { ...right, ...values })).toContain(message);
    expect(await floatsOf(database)).toEqual({});
    expect(await listAuditLog(database, { limit: 10 })).toEqual([]);
    const journals = await database.any(sql.type(z.object({}))`select from ledger_journals`);
    expect(journals).toEqual([]);
  });

  test("books nothing where the audit log cannot be written", async ({ database, databaseUrl }) => {
    const allow = await refuse(database, "audit_log");
    const topUp = { from: "bank", to: "http", amount: "100", reference: "FT-1" };
    expect(await move(databaseUrl, topUp)).toBe("refused");
    expect(await floatsOf(database)).toEqual({});
    await allow();
    expect(await move(databaseUrl, topUp)).toMatchObject([{ outcome: "moved" }]);
    await expectSound(database);
  });

  test("moves dollars apart from naira", async ({ database, databaseUrl }) => {
    await move(databaseUrl, { from: "bank", to: "http", amount: "7", currency: "USD", reference: "FT-1" });
    expect(await floatsOf(database)).toEqual({});
    expect(await runOpsScript(databaseUrl, "floats")).toContainEqual(
      expect.objectContaining({ gateway: "http", currency: "USD", held: 7 }),
    );
    await expectSound(database);
  });
});
