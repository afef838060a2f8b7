import { expect } from "vitest";
import { findPage, type Filters } from "../../sql/process/pages.ts";
import { findSummary } from "../../sql/dashboard/summary.ts";
import { findChangeMarks } from "../../sql/dashboard/changes.ts";
import { rowsReadWhile } from "../helpers/database/rows-read-by.ts";
import { runSql } from "../helpers/database/run-sql.ts";
import { createFundedMerchant, createVirtualAccount } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

/** Of one merchant, of each kind. */
const ROWS = 200_000;

/**
 * Refunds and unmatched credits of 2,000 collections, nearly all with one status; the newest hundred have each in
 * turn. They are in no books, and for reading only.
 */
const fill = (merchantId: bigint) => `
  set session_replication_role = replica;
  insert into collections (
    reference, merchant_id, environment, status, amount, currency, virtual_account_id, expires_at, amount_received,
    settled_at
  )
  select 'col_' || n, ${merchantId}, 'test', 'succeeded', 100, 'NGN', c.virtual_account_id, c.expires_at, 100, now()
  from generate_series(1, 2000) n, (select * from collections where merchant_id = ${merchantId} limit 1) c;
  insert into payouts (
    reference, merchant_id, environment, idempotency_key, request_hash, status, amount, fee, currency, bank_code,
    bank_name, account_number, account_name, failure_code, failure_message, submitted_at, settled_at, created_at,
    collection_id, refund_reason
  )
  select 'rfd_' || n, ${merchantId}, 'test', 'key' || n, '', status, 100, 0, 'NGN', bank, bank, bank, bank,
    case when status = 'failed' then 'X' end, case when status = 'failed' then 'X' end,
    case when status in ('processing', 'succeeded', 'failed', 'reversed') then now() end,
    case when status in ('succeeded', 'reversed') then now() end, now() - (${ROWS} - n) * interval '10 s',
    (select min(id) from collections) + n % 2000, 'other'
  from generate_series(1, ${ROWS}) n
  cross join lateral (
    select case when n <= ${ROWS - 100} then 'succeeded'
      else (array['needs_destination'] || payout_statuses())[1 + n % 8] end as status
  ) kind
  cross join lateral (select case when status <> 'needs_destination' then '044' end as bank) known;
  insert into credits (
    reference, merchant_id, environment, collection_id, provider_reference, recipient, amount, currency, status,
    unmatched_reason, received_at
  )
  select 'crd_' || n, ${merchantId}, 'test', (select min(id) from collections) + n % 2000,
    'p' || n, 'va', 1, 'NGN',
    case when n <= ${ROWS - 100} then 'settled'
      else (array['suspended', 'settled', 'returning', 'refunded'])[1 + n % 4] end,
    'closed', now() - (${ROWS} - n) * interval '10 s'
  from generate_series(1, ${ROWS}) n`;

test(
  "lists of refunds and of unmatched credits read few rows of many, whatever the filter",
  { timeout: 1_800_000 },
  async ({ database, databaseUrl }) => {
    const tenant = await createFundedMerchant(database);
    await createVirtualAccount(database, tenant, 10_000n);
    await runSql(databaseUrl, fill(tenant.merchantId));
    await runSql(databaseUrl, "vacuum analyze");
    const time = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString();
    const period = { createdFrom: time(10), createdTo: time(9) };
    const filtersOf = (reference: string, common: string, rare: string): Filters[] => [
      {},
      { status: [common] },
      { status: [rare] },
      { status: [common, rare] },
      { createdTo: time(20) },
      { createdFrom: time(1) },
      period,
      { createdTo: "2001-01-01T00:00:00Z" },
      { ...period, status: [common] },
      { ...period, status: [rare] },
      { reference: `${reference}_500` },
      { reference: `${reference}_none` },
      { collection: "col_7" },
      { collection: "col_7", status: [rare] },
      { collection: "col_7", ...period },
      { collection: "col_none" },
    ];
    const read: [string, number][] = [];
    for (const [resource, filters] of [
      ["refunds", filtersOf("rfd", "succeeded", "needs_destination")],
      ["credits", filtersOf("crd", "accepted", "waiting")],
    ] as const)
      for (const one of filters)
        for (const after of [null, { createdAt: time(15), id: 1n }]) {
          const rows = await rowsReadWhile(database, (connection) =>
            findPage(connection, resource, tenant, { limit: 100, after, filters: one }),
          );
          read.push([`${resource} ${JSON.stringify(one)} ${after?.createdAt ?? ""}`, rows]);
        }
    const marks = () => rowsReadWhile(database, (connection) => findChangeMarks(connection, [tenant]));
    read.push(["marks of what changed", await marks()]);
    expect((await findSummary(database, tenant)).attention.needsDestination!.count).toBeGreaterThan(10);
    for (const [what, rows] of read) console.info(`${what}: ${rows} rows`);
    // A page, and for each row what its JSON needs.
    expect(read.filter(([, rows]) => rows > 250)).toEqual([]);
  },
);
