import { describe, expect } from "vitest";
import { z } from "zod";
import type { Connection, Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createFundedMerchant, ledgerDrift } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { creditThrough, floatsOf, payThrough } from "../ledger/live-money.ts";
import {
  at,
  csvOf,
  DAY,
  dayAfter,
  importStatement,
  keptDifferences,
  type BookLine,
} from "./provider-books.ts";

const run = (database: Connection, statement: ReturnType<typeof sql.fragment>) =>
  database.query(sql.type(z.object({}))`${statement}`);

type Move = {
  from: string;
  to: string;
  reference: string;
  amount?: string;
  currency?: string;
  reverses?: string;
};

/** Books a move of 500 kobo, as operators do, on that day. */
async function book(database: Database, databaseUrl: string, move: Move): Promise<void> {
  const values = { amount: "500", ...move, reason: "ticket 12" };
  expect(await runOpsScript(databaseUrl, "move-float", values)).toMatchObject([{ outcome: "moved" }]);
  await run(database, sql.fragment`update float_moves set booked_at = ${at("12:00:00")}`);
}

/** What the bank has of such a move. */
const line = (type: BookLine["type"], reference: string, other: Partial<BookLine> = {}): BookLine => ({
  id: `L-${reference}`,
  type,
  reference,
  providerId: `out-${reference}`,
  amount: 500n,
  fee: 0n,
  currency: "NGN",
  time: at("12:00:00"),
  ...other,
});

const kept = async (database: Connection) =>
  (await keptDifferences(database)).map(({ kind, subject, state }) => `${kind} ${subject} ${state}`);

const topUp = { from: "bank", to: "http", reference: "FT-1" };

describe("a move of a float", () => {
  test("that is on the statement is no difference, whichever way it went, and its fee is booked", async ({
    database,
    databaseUrl,
  }) => {
    await book(database, databaseUrl, topUp);
    await book(database, databaseUrl, { from: "http", to: "bank", reference: "FT-2", amount: "100" });
    await book(database, databaseUrl, { from: "http", to: "monnify", reference: "FT-3", amount: "200" });
    await book(database, databaseUrl, { from: "monnify", to: "http", reference: "FT-4", amount: "50" });
    // What other providers have is in their statements.
    await book(database, databaseUrl, { from: "bank", to: "paystack", reference: "FT-5" });
    const lines = [
      ...[line("top_up", "FT-1"), line("withdrawal", "FT-2", { amount: 100n, fee: 7n })],
      ...[line("withdrawal", "FT-3", { amount: 200n }), line("top_up", "FT-4", { amount: 50n })],
    ];
    expect(await importStatement(database, csvOf(lines))).toMatchObject({ newLines: 4 });
    expect(await keptDifferences(database)).toEqual([]);
    expect(await floatsOf(database)).toEqual({ http: 243, monnify: 150, paystack: 500 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("that was a mistake and is taken back needs no line, nor does what takes it back", async ({
    database,
    databaseUrl,
  }) => {
    await book(database, databaseUrl, topUp);
    await book(database, databaseUrl, { from: "http", to: "bank", reference: "FT-1B", reverses: "FT-1" });
    await importStatement(database, csvOf([]));
    expect(await kept(database)).toEqual([]);
  });

  test("without a line is missing there once three more days say nothing of it, until one does", async ({
    database,
    databaseUrl,
  }) => {
    await book(database, databaseUrl, topUp);
    await importStatement(database, csvOf([]), { from: DAY, to: DAY });
    expect(await kept(database)).toEqual(["missing_there FT-1 waiting"]);
    // A file of its own, although it has no line either.
    await importStatement(database, `${csvOf([])}\n`, { from: dayAfter(1), to: dayAfter(3) });
    expect(await kept(database)).toEqual(["missing_there FT-1 open"]);
    const [found] = await keptDifferences(database);
    expect(await runOpsScript(databaseUrl, "difference", { reference: found!.reference })).toMatchObject([
      {
        ours: "top_up",
        theirs: null,
        line: null,
        here: "FT-1",
        here_amount: 500,
        here_currency: "NGN",
        here_status: "bank to http",
      },
    ]);
    // A bank may have it days later, and a move is often booked days after.
    const late = line("top_up", "FT-1", { time: at("12:00:00", 7) });
    await importStatement(database, csvOf([late]), { from: dayAfter(7), to: dayAfter(7) });
    expect(await keptDifferences(database)).toEqual([]);
    expect(await keptDifferences(database, ["explained"])).toHaveLength(1);
  });

  test("is missing nowhere on days whose statements cannot have it", async ({ database, databaseUrl }) => {
    await book(database, databaseUrl, { from: "bank", to: "paystack", reference: "FT-1" });
    await book(database, databaseUrl, { from: "paystack", to: "http", reference: "FT-2", amount: "100" });
    const columns = "transfer_code,reference,amount,fee_charged,currency,status,transferred_at\n";
    await importStatement(database, columns, { provider: "paystack" });
    // One of before moves were in statements.
    await run(
      database,
      sql.fragment`
      insert into provider_statements (gateway, file_hash, from_day, to_day, has_credits, line_count)
      values ('http', 'x', ${DAY}, ${dayAfter(3)}, true, 0)`,
    );
    await run(database, sql.fragment`select from reconcile_day('http', ${DAY})`);
    expect(await keptDifferences(database)).toEqual([]);
  });

  test("that nobody booked is missing here, until somebody does", async ({ database, databaseUrl }) => {
    const lines = [line("top_up", "FT-1"), line("withdrawal", "", { id: "L-2", providerId: "" })];
    await importStatement(database, csvOf(lines));
    expect(await kept(database)).toEqual(["missing_here L-2 open", "missing_here L-FT-1 open"]);
    await runOpsScript(databaseUrl, "move-float", { ...topUp, amount: "500", reason: "ticket 12" });
    await importStatement(database, csvOf(lines));
    expect(await kept(database)).toEqual(["missing_here L-2 open"]);
    const [found] = await keptDifferences(database);
    expect(
      await runOpsScript(databaseUrl, "resolve-difference", { reference: found!.reference, reason: "fees" }),
    ).toMatchObject([{ state: "resolved" }]);
  });

  const wrongs: { what: string; move?: Partial<Move>; lines: BookLine[]; found: string; says: unknown[] }[] =
    [
      {
        what: "of another amount",
        lines: [line("top_up", "FT-1", { amount: 501n })],
        found: "amount_differs L-FT-1",
        says: ["500", "501"],
      },
      {
        what: "in another currency",
        lines: [line("top_up", "FT-1", { currency: "USD" })],
        found: "currency_differs L-FT-1",
        says: ["NGN", "USD"],
      },
      {
        what: "that went the other way",
        lines: [line("withdrawal", "FT-1")],
        found: "direction_differs L-FT-1",
        says: ["top_up", "withdrawal"],
      },
      {
        what: "that is there twice",
        lines: [line("top_up", "FT-1"), line("top_up", "FT-1", { id: "L-twice" })],
        found: "duplicated_there L-twice",
        says: [null, "top_up"],
      },
      {
        what: "that was booked for another provider",
        move: { to: "monnify" },
        lines: [line("top_up", "FT-1")],
        found: "wrong_provider L-FT-1",
        says: ["bank to monnify", "http"],
      },
      {
        what: "that says transfer",
        lines: [line("top_up", "FT-1"), line("transfer", "FT-1", { id: "L-transfer" })],
        found: "missing_here L-transfer",
        says: [null, "transfer"],
      },
    ];
  for (const { what, move, lines, found, says } of wrongs)
    test(`${what} is one difference`, async ({ database, databaseUrl }) => {
      await book(database, databaseUrl, { ...topUp, ...move });
      await importStatement(database, csvOf(lines));
      const differences = await keptDifferences(database);
      expect(differences.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([found]);
      expect(differences.map(({ ours, theirs }) => [ours, theirs])).toEqual([says]);
    });

  test("that has a payout's reference stands for no payout", async ({ database }) => {
    const tenant = await createFundedMerchant(database, 0n, "live");
    await creditThrough(database, "http", 5_000n, tenant);
    const { reference } = await payThrough(database, "http", tenant, "succeeded");
    await run(database, sql.fragment`update credits set received_at = now() - interval '40 days'`);
    await run(
      database,
      sql.fragment`update payouts set submitted_at = ${at("12:00:00")} where reference = ${reference}`,
    );
    await importStatement(database, csvOf([line("withdrawal", reference)]));
    expect(await kept(database)).toEqual([
      `missing_here L-${reference} open`,
      `missing_there ${reference} open`,
    ]);
  });
});
