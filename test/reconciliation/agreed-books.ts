import { z } from "zod";
import type { Connection, Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test as base } from "../helpers/test.ts";
import { keptDifferences, makeBooks, TRANSFER_FEE, type Books } from "./provider-books.ts";
import { seeds, type Seed } from "./seeds.ts";

/** A day of the bank and of ours, which agree. Tests work on a copy of the bank's, and undo what they do to ours. */
export const test = base.extend<{ agreed: Books }>({
  agreed: [
    async ({ fileDatabase: database, fileDatabaseUrl }, use) => {
      const books = await makeBooks(database, fileDatabaseUrl);
      const tariffs = [
        { type: "transfer", fee: String(TRANSFER_FEE) },
        { type: "credit", fee: "0", basis_points: "100" },
      ];
      const agreed = { provider: "http", from: "2020-01-01", reason: "contract 4" };
      for (const tariff of tariffs)
        await runOpsScript(fileDatabaseUrl, "set-tariff", { ...agreed, ...tariff });
      await use(books);
    },
    { scope: "file" },
  ],
});

export const run = (connection: Connection, statement: ReturnType<typeof sql.fragment>) =>
  connection.query(sql.type(z.object({}))`${statement}`);

const undo = new Error("undone");

/** Runs what changes the database, and undoes it. */
export async function undoing(
  database: Database,
  work: (connection: Connection) => Promise<void>,
): Promise<void> {
  await database
    .transaction(async (transaction) => {
      await work(transaction);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
}

/** Puts seeds into the books, each with a payout and a credit of its own; returns what has to be found. */
export async function plant(connection: Connection, books: Books, planted: readonly Seed[]) {
  const expected: string[] = [];
  for (const seed of planted)
    expected.push(`${seed.kind} ${await seed.plant(books, 10 + 3 * seeds.indexOf(seed), connection)}`);
  return expected.toSorted();
}

export const found = async (connection: Connection) =>
  (await keptDifferences(connection)).map(({ kind, subject }) => `${kind} ${subject}`).toSorted();
