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

/**
 * Payouts and collections of one merchant within thirty days, of which one in two hundred was booked days late, and a
 * few reversals. Each is a journal with one entry, so these books do not balance, and are for reading only. One payout
 * has a reference of the merchant's own.
 */
const fill = (merchantId: bigint, movements: number) => `
  alter table ledger_entries set (autovacuum_enabled = off);
  alter table ledger_journals set (autovacuum_enabled = off);
  set session_replication_role = replica;
  insert into payouts (
    reference, merchant_id, environment, idempotency_key, request_hash, merchant_reference, status, amount, fee,
    currency, bank_code, bank_name, account_number, account_name, settled_at
  )
  values (
    'volume_1', ${merchantId}, 'test', '', '', 'order 1', 'succeeded', 100, 0, 'NGN', '044', 'Bank', '0123456789',
    'ADAEZE OKAFOR', now()
  );
  with moved as (
    select n, case when n % 100000 = 0 then 'payout_reversed' when n % 5 < 3 then 'payout_accepted'
        else 'credit_settled' end as journal,
      now() - interval '30 days' + n * interval '30 days' / ${movements} as at
    from generate_series(1, ${movements}) n
  ), journals as (
    insert into ledger_journals (kind, subject, merchant_id, environment, currency, created_at, occurred_at)
    select journal, 'volume_' || n, ${merchantId}, 'test', 'NGN', at,
      case when journal = 'credit_settled'
        then at - case when n % 200 = 3 then interval '3 days' else interval '5 minutes' end end
    from moved order by n
    returning id, kind
  ), numbered as (select id, kind, row_number() over (order by id) as n from journals)
  insert into ledger_entries (
    journal_id, account_id, environment, currency, amount, balance_after, sequence, kind, fee
  )
  select j.id, a.id, 'test', 'NGN', 1, j.n, j.n,
    case j.kind when 'payout_accepted' then 'payout' when 'credit_settled' then 'collection' else j.kind end, 0
  from numbered j
  join ledger_accounts a on a.merchant_id = ${merchantId} and (a.environment, a.currency, a.kind)
    = ('test', 'NGN', 'available');
  update ledger_accounts set balance = ${movements}, last_sequence = ${movements}, last_moved_at = now()
  where merchant_id = ${merchantId} and (environment, currency, kind) = ('test', 'NGN', 'available')`;

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
    await runSql(databaseUrl, fill(tenant.merchantId, movements));
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
