import { describe, expect } from "vitest";
import { z } from "zod";
import { sql } from "../../sql/process/sql-tag.ts";
import { ledgerDrift } from "../helpers/records.ts";
import { found, plant, run, test, undoing } from "./agreed-books.ts";
import { at, csvOf, DAY, dayAfter, importStatement, keptDifferences, type Books } from "./provider-books.ts";
import { seeds } from "./seeds.ts";

describe("a day of a provider's statement", () => {
  test("that agrees has no difference, also where the bank books honestly late", async ({
    fileDatabase: database,
    agreed,
  }) => {
    const books = structuredClone(agreed);
    const late = (n: number, time: string) => {
      books.lines.find(({ reference }) => reference === books.payouts.succeeded[n])!.time = time;
    };
    late(0, at("00:00:10", 1));
    late(1, at("23:00:00", 3));
    books.lines.find(({ providerId }) => providerId === books.credits[0])!.time = at("08:00:00", 3);
    books.lines.find(({ providerId }) => providerId === books.credits[1])!.time = at("08:00:00", -3);
    await undoing(database, async (connection) => {
      await importStatement(connection, csvOf(books.lines));
      expect(await keptDifferences(connection)).toEqual([]);
    });
    expect(books.lines.length).toBeGreaterThan(250);
  });

  test("has a returned credit as a credit and a transfer, and a difference once the bank takes it back too", async ({
    fileDatabase,
    agreed,
  }) => {
    const books = structuredClone(agreed);
    await undoing(fileDatabase, async (connection) => {
      await run(connection, sql.fragment`set local session_replication_role = replica`);
      await run(
        connection,
        sql.fragment`update credits set status = 'refunded', unmatched_reason = 'closed'
          where provider_reference = ${books.credits[5]!}`,
      );
      await run(
        connection,
        sql.fragment`update payouts p set credit_id = c.id, collection_id = c.collection_id, refund_reason = 'unmatched'
          from credits c
          where p.reference = ${books.payouts.succeeded[5]!} and c.provider_reference = ${books.credits[5]!}`,
      );
      await importStatement(connection, csvOf(books.lines));
      expect(await found(connection)).toEqual([]);
      const line = books.lines.find(({ providerId }) => providerId === books.credits[5])!;
      await importStatement(connection, csvOf([{ ...line, id: "seed-back", type: "reversal", fee: 0n }]));
      expect(await found(connection)).toEqual(["reversed_there seed-back"]);
    });
  });

  test.for(seeds)("$name is found, and nothing else ($kind)", async (seed, { fileDatabase, agreed }) => {
    const books = structuredClone(agreed);
    await undoing(fileDatabase, async (connection) => {
      const expected = await plant(connection, books, [seed]);
      await importStatement(connection, csvOf(books.lines));
      expect(await found(connection)).toEqual(expected);
    });
  });

  test("whose amounts are in kobo is refused, however its other lines are, and books no fee", async ({
    fileDatabase,
    agreed,
  }) => {
    const hundredfold = (lines: Books["lines"]) =>
      lines.map((line) => ({ ...line, amount: line.amount * 100n, fee: line.fee * 100n }));
    const stray = { ...agreed.lines[0]!, id: "stray", providerId: "stray", amount: 77n };
    await undoing(fileDatabase, async (connection) => {
      const csv = csvOf([...hundredfold(agreed.lines), stray]);
      await expect(
        connection.transaction((transaction) => importStatement(transaction, csv)),
      ).rejects.toThrow(/are in kobo/);
      // One of a hundred times alone, or two, are differences.
      await importStatement(connection, csvOf([...hundredfold(agreed.lines.slice(0, 2)), stray]));
      const kinds = (await keptDifferences(connection)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === "amount_differs")).toHaveLength(2);
    });
  });

  test("counts no lines of another provider", async ({ fileDatabase, agreed }) => {
    const reference = agreed.payouts.succeeded[0]!;
    const line = agreed.lines.find((one) => one.reference === reference)!;
    await undoing(fileDatabase, async (connection) => {
      await importStatement(connection, csvOf(agreed.lines.filter((one) => one !== line)));
      await run(
        connection,
        sql.fragment`
        with s as (
          insert into provider_statements (gateway, file_hash, from_day, to_day, has_credits, line_count)
          values ('paystack', 'x', ${DAY}, ${DAY}, false, 1) returning id
        )
        insert into provider_statement_lines
          (statement_id, gateway, line_id, kind, amount, fee, currency, reference, moved_at, day)
        select id, 'paystack', 'P1', 'transfer', 1, 0, 'NGN', ${reference}, now(), ${DAY} from s`,
      );
      const kinds = await connection.any(sql.type(z.object({ kind: z.string() }))`
        select kind from find_differences('http', ${DAY}) where subject = ${reference}`);
      expect(kinds).toEqual([{ kind: "missing_there" }]);
    });
  });

  test("has all of them found at once, and again the same when it is compared again", async ({
    fileDatabase,
    agreed,
  }) => {
    const books = structuredClone(agreed);
    await undoing(fileDatabase, async (connection) => {
      const expected = await plant(connection, books, seeds);
      expect(expected.length).toBeGreaterThanOrEqual(20);
      await importStatement(connection, csvOf(books.lines));
      expect(await found(connection)).toEqual(expected);
      const first = await keptDifferences(connection);
      await importStatement(connection, csvOf(books.lines));
      expect(await keptDifferences(connection)).toEqual(first);
      expect(await ledgerDrift(connection)).toEqual([]);
    });
  });

  test("that ends the day itself leaves what may be late waiting, until three more days say nothing of it", async ({
    fileDatabase,
    agreed,
  }) => {
    const books = structuredClone(agreed);
    const [late, never] = books.payouts.succeeded;
    const lateLine = books.lines.find(({ reference }) => reference === late)!;
    const lines = books.lines.filter(({ reference }) => reference !== late && reference !== never);
    const waits = (reference: string | undefined, state: string) =>
      expect.objectContaining({ kind: "missing_there", subject: reference, state });
    await undoing(fileDatabase, async (connection) => {
      await importStatement(connection, csvOf(lines), { from: DAY, to: DAY });
      const both = [late!, never!].toSorted().map((reference) => waits(reference, "waiting"));
      expect(await keptDifferences(connection)).toEqual(both);

      const next = { from: dayAfter(1), to: dayAfter(1) };
      await importStatement(connection, csvOf([{ ...lateLine, time: at("01:00:00", 1) }]), next);
      expect(await keptDifferences(connection)).toEqual([waits(never, "waiting")]);
      expect(await keptDifferences(connection, ["explained"])).toEqual([waits(late, "explained")]);

      await importStatement(connection, csvOf([]), { from: dayAfter(2), to: dayAfter(3) });
      expect(await keptDifferences(connection)).toEqual([waits(never, "open")]);
    });
  });
});
