import { expect } from "vitest";
import { findBalanceTransactions } from "../../sql/books/balance-transactions.ts";
import { sumBalanceDays } from "../../sql/books/balance-days.ts";
import { findStatement, readPresent } from "../../sql/books/statements.ts";
import { findBalancesAt } from "../../sql/ledger/balances.ts";
import type { Connection } from "../../sql/process/database.ts";
import type { Filters } from "../../sql/process/pages.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { rowsReadWhile } from "../helpers/database/rows-read-by.ts";
import { runSql } from "../helpers/database/run-sql.ts";
import { createFundedMerchant } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { fillBooks } from "./fill-books.ts";

// The planner may choose otherwise for few, and where it knows nothing of the tables.
test.for([
  { movements: 20_000, statistics: "of empty tables" },
  { movements: 5_000, statistics: "of these" },
  { movements: 1_000_000, statistics: "of these" },
])(
  "a page, a statement and balances read few rows of $movements, with statistics $statistics",
  { timeout: 1_800_000 },
  async ({ movements, statistics }, { database, databaseUrl }) => {
    const tenant = await createFundedMerchant(database);
    await runSql(databaseUrl, fillBooks(tenant.merchantId, movements));
    if (statistics === "of these") await runSql(databaseUrl, "vacuum analyze");
    while ((await sumBalanceDays(database, { most: 50_000 })) > 0);

    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const page = (filters: Filters) => (connection: Connection) =>
      findBalanceTransactions(connection, testEncryptionKeys, tenant, { limit: 100, after: null, filters });
    const statement = async (connection: Connection) => {
      const present = await readPresent(connection, { tenant, currency: "NGN" });
      const [from, to] = [daysAgo(29).slice(0, 10), daysAgo(0).slice(0, 10)];
      return findStatement(connection, { tenant, currency: "NGN", from, to, ...present });
    };
    const reads: [what: string, read: (connection: Connection) => Promise<unknown>, most: number][] = [
      ["the newest", page({}), 2_000],
      ["of a frequent kind", page({ kind: "collection" }), 2_000],
      ["of a rare kind", page({ kind: "payout_reversed" }), 2_000],
      ["of a kind that there is not", page({ kind: "payout_failed" }), 2_000],
      ["of another currency", page({ currency: "USD" }), 2_000],
      ["of a period", page({ createdFrom: daysAgo(20), createdTo: daysAgo(19) }), 2_000],
      [
        "of a kind in a period",
        page({ kind: "payout", createdFrom: daysAgo(20), createdTo: daysAgo(19) }),
        2_000,
      ],
      ["since a time at the bank", page({ occurredFrom: daysAgo(20) }), 2_000],
      // The movements of an hour, and those that were booked late.
      ["until a time at the bank", page({ occurredTo: daysAgo(20) }), 30_000],
      ["in a period at the bank", page({ occurredFrom: daysAgo(20), occurredTo: daysAgo(19) }), 30_000],
      ["of a reference of the merchant's", page({ merchantReference: "order 1" }), 2_000],
      ["balances", (connection) => findBalancesAt(connection, { tenant, at: daysAgo(12) }), 2_000],
      ["a month's statement", statement, 5_000],
    ];
    for (const [what, read, most] of reads) {
      const rows = await rowsReadWhile(database, read);
      console.info(`${what}: ${rows} rows`);
      expect.soft(rows, what).toBeLessThan(most);
    }
  },
);
