import { describe, expect } from "vitest";
import type { Connection } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { ledgerDrift } from "../helpers/records.ts";
import { found, plant, run, test, undoing } from "./agreed-books.ts";
import { importStatement, keptDifferences, type Books } from "./provider-books.ts";
import { filesOf, providers } from "./provider-files.ts";
import { seeds } from "./seeds.ts";

/** What these files cannot say: each has one direction, one row for an id, and a status for what was reversed. */
const unsayable = [
  "a credit that is there twice",
  "a payout that came in there",
  "a credit that went out there",
  "a reversal of a part",
  "a second reversal",
];
const sayable = seeds.filter(({ name }) => !unsayable.includes(name));

describe.each(Object.keys(providers) as (keyof typeof providers)[])("a day of %s's statement", (provider) => {
  /** Has all that went through http be at the provider, with its tariffs. */
  const move = (connection: Connection) =>
    run(
      connection,
      sql.fragment`
      with p as (update payouts set sent_through = ${provider} where environment = 'live'),
        t as (update provider_tariffs set gateway = ${provider})
      update credits set received_through = ${provider}, provider_reference = ${provider} || ':' || provider_reference
      where environment = 'live'`,
    );

  const importBoth = async (connection: Connection, books: Books) => {
    const { transfers, payments, subjects } = filesOf(provider, books.lines);
    await importStatement(connection, transfers, { provider });
    await importStatement(connection, payments, { provider });
    return subjects;
  };

  /** As the provider's files call the lines, and our books the credits. */
  const named = (expected: readonly string[], subjects: ReadonlyMap<string, string>) =>
    expected
      .map((difference) => difference.split(" "))
      .map(
        ([kind, subject]) =>
          `${kind} ${subjects.get(subject!) ?? subject!.replace(/^in-/, `${provider}:in-`)}`,
      )
      .toSorted();

  test("that agrees has no difference", async ({ fileDatabase, agreed }) => {
    await undoing(fileDatabase, async (connection) => {
      await move(connection);
      await importBoth(connection, agreed);
      expect(await keptDifferences(connection)).toEqual([]);
      expect(await ledgerDrift(connection)).toEqual([]);
    });
  });

  // Each alone is in differences.test.ts: once a file is read, comparing it is the same.
  test("has each difference found, and nothing else", async ({ fileDatabase, agreed }) => {
    const books = structuredClone(agreed);
    await undoing(fileDatabase, async (connection) => {
      await move(connection);
      const expected = await plant(connection, books, sayable);
      expect(expected).toHaveLength(19);
      const subjects = await importBoth(connection, books);
      expect(await found(connection)).toEqual(named(expected, subjects));
    });
  });

  test("in one file alone leaves out nothing of the other direction", async ({ fileDatabase, agreed }) => {
    const { transfers, payments } = filesOf(provider, agreed.lines);
    for (const file of [transfers, payments]) {
      await undoing(fileDatabase, async (connection) => {
        await move(connection);
        await importStatement(connection, file, { provider });
        expect(await keptDifferences(connection)).toEqual([]);
      });
    }
  });

  test("whose amounts are in kobo is refused, in each file", async ({ fileDatabase, agreed }) => {
    const lines = agreed.lines.map((line) => ({ ...line, amount: line.amount * 100n, fee: line.fee * 100n }));
    const { transfers, payments } = filesOf(provider, lines);
    for (const file of [transfers, payments]) {
      await undoing(fileDatabase, async (connection) => {
        await move(connection);
        await expect(importStatement(connection, file, { provider })).rejects.toThrow(/are in kobo/);
      });
    }
  });
});
