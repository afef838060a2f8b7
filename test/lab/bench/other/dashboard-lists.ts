import { z } from "zod";
import type { Database } from "../../../../sql/process/database.ts";
import { startSession } from "../../../../sql/sessions/sessions.ts";
import { sql } from "../../../../sql/process/sql-tag.ts";
import type { Step, ShowDetail } from "../../../../scripts/cli/show-progress.ts";
import { createFundedMerchant } from "../../../helpers/records.ts";
import { startTestIngress } from "../../../helpers/platform/start-test-ingress.ts";
import { withoutLimits } from "../../platform/create-platform.ts";
import type { Databases } from "../../platform/open-databases.ts";
import { useDatabase } from "../platform/use-database.ts";

const ROWS = 1_000_000;
/** Rows per statement while the tables are filled. */
const BATCH = 50_000;
const READS = 200;

const noRow = sql.type(z.object({}));

/** The reference of row number `n`, and one that no row has. */
const referenceOf = (prefix: string, n: number) => `${prefix}_${String(n).padStart(26, "0")}`;

/** The paths that the dashboard's screens load, below /dashboard/api/test. One row in 1,000 has a rare status. */
const paths = [
  "/payouts",
  "/payouts?limit=100",
  "/payouts?status=failed&limit=100",
  `/payouts?reference=${referenceOf("pyt", 500_000)}`,
  "/payouts?createdTo=<middle>&limit=100",
  "/collections?limit=100",
  "/collections?status=underpaid&limit=100",
  `/collections?reference=${referenceOf("col", 500_000)}`,
  "/virtual-accounts?limit=100",
  "/virtual-accounts?status=active&limit=100",
  "/payment-links?limit=100",
  "/payment-links?status=disabled&limit=100",
  "/kyc/requests?limit=100",
  "/kyc/requests?status=failed&limit=100",
  "/events?limit=100",
  "/events?type=payout.failed&limit=100",
  "/events?status=exhausted&limit=100",
  `/events?subject=${referenceOf("pyt", 500_000)}`,
  "/requests?limit=100",
  "/requests?statusClass=5xx&limit=100",
  "/requests?method=GET&limit=100",
  "/requests-today",
  "/unmatched-credits",
  "/summary",
  "/search?q=9000500000",
  `/search?q=${referenceOf("evt", 500_000)}`,
] as const;

type Times = { p50: number; p99: number };

/** How long the dashboard's lists take for a merchant with a million rows of each kind, and for one without any. */
export async function benchDashboardLists(databases: Databases, measurement: Step): Promise<void> {
  await useDatabase(databases, 2, async (database, { ownerUrl }) => {
    const env = { ...withoutLimits, DATABASE_URL: ownerUrl, LOG_LEVEL: "silent" };
    await using ingress = await startTestIngress(ownerUrl, {}, env);
    const { merchantId: empty } = await createFundedMerchant(database);
    const { merchantId: full } = await createFundedMerchant(database);
    await measurement(`the dashboard's lists: ${ROWS} rows of each kind`, (showDetail) =>
      fill(database, full, showDetail),
    );
    const base = `${ingress.url}/dashboard/api/test`;
    const read = (merchantId: bigint) => async (showDetail: ShowDetail) =>
      measure(base, await signIn(database, merchantId), showDetail);
    const few = await measurement("the dashboard's lists with nothing in them", read(empty));
    const many = await measurement("the dashboard's lists with all of it", read(full));
    console.log(
      `the dashboard's lists, ${READS} reads of each, p50 and p99 in ms with nothing and ${ROWS} rows:`,
    );
    for (const path of paths) {
      const [before, after] = [few.get(path)!, many.get(path)!];
      const cells = [before.p50, before.p99, after.p50, after.p99].map((ms) => ms.toFixed(1).padStart(6));
      console.log(`  ${path.padEnd(52)} ${cells.join(" ")}`);
    }
  });
}

async function signIn(database: Database, merchantId: bigint): Promise<string> {
  const id = await database.oneFirst(sql.type(z.object({ id: z.bigint() }))`
    insert into people (reference, email, name, email_verified_at)
    values (new_reference('per'), ${`bench-${merchantId}@example.com`}, 'Bench', now()) returning id`);
  await database.query(noRow`
    insert into memberships (person_id, merchant_id, role) values (${id}, ${merchantId}, 'owner')`);
  return startSession(database, id, { address: "127.0.0.1", userAgent: undefined });
}

async function measure(base: string, session: string, showDetail: ShowDetail): Promise<Map<string, Times>> {
  const headers = { cookie: `__Host-session=${session}`, "sec-fetch-site": "same-origin" };
  const middle = new Date(Date.now() - (ROWS / 2) * 1_000).toISOString();
  const measured = new Map<string, Times>();
  for (const path of paths) {
    showDetail(`${measured.size} of ${paths.length}`);
    const times: number[] = [];
    for (let n = 0; n < READS; n += 1) {
      const start = performance.now();
      const response = await fetch(base + path.replace("<middle>", middle), { headers });
      const body = await response.text();
      times.push(performance.now() - start);
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body}`);
    }
    times.sort((a, b) => a - b);
    measured.set(path, { p50: times[READS / 2]!, p99: times[Math.ceil(READS * 0.99) - 1]! });
  }
  return measured;
}

/** Written as rows, a second apart: creating so many through the API would take hours. */
async function fill(database: Database, merchantId: bigint, showDetail: ShowDetail): Promise<void> {
  const record = await database.oneFirst(sql.type(z.object({ id: z.bigint() }))`
    insert into identity_records (reference, merchant_id, environment, type, identifier_hash, status, requested_for)
    values ('idr_bench', ${merchantId}, 'test', 'bvn', '', 'expired', '') returning id`);
  await database.query(noRow`
    insert into request_kinds (method, path, status, error_code)
    values ('GET', '/v1/payouts', 200, null), ('POST', '/v1/payouts', 503, 'SERVICE_UNAVAILABLE')`);
  for (let from = 1; from <= ROWS; from += BATCH) {
    showDetail(`${from - 1} of ${ROWS}`);
    const to = from + BATCH - 1;
    await database.query(noRow`
      insert into payouts (
        reference, merchant_id, environment, idempotency_key, request_hash, status, failure_code, failure_message,
        amount, fee, currency, bank_code, bank_name, account_number, account_name, settled_at, created_at
      )
      select 'pyt_' || lpad(n::text, 26, '0'), ${merchantId}, 'test', n, '',
        case when is_rare then 'failed' else 'succeeded' end, case when is_rare then 'X' end,
        case when is_rare then 'X' end, 100, 0, 'NGN', '044', 'Bank', '0123456789', 'ADAEZE OKAFOR',
        case when not is_rare then at end, at
      from ${numbered(from, to)}`);
    await database.query(noRow`
      with account as (
        insert into virtual_accounts (
          reference, merchant_id, environment, status, customer_email, amount, currency, expires_in_minutes,
          bank_code, bank_name, account_number, account_name, created_at, expires_at
        )
        select 'va_' || lpad(n::text, 26, '0'), ${merchantId}, 'test',
          case when is_rare then 'active' else 'expired' end,
          'ada@example.com', 100, 'NGN', 60, '044', 'Bank', (9000000000 + n)::text, 'KADUNA BOOKS', at, at
        from ${numbered(from, to)}
        returning id, reference, status = 'active' as is_rare, created_at
      )
      insert into collections (
        reference, merchant_id, environment, virtual_account_id, status, amount, currency, created_at, expires_at
      )
      select replace(reference, 'va_', 'col_'), ${merchantId}, 'test', id,
        case when is_rare then 'underpaid' else 'expired' end, 100, 'NGN', created_at, created_at
      from account`);
    await database.query(noRow`
      insert into payment_links (merchant_id, environment, slug, title, amount_type, link_type, status, created_at)
      select ${merchantId}, 'test', 'bench-' || n, 'Lamp', 'open', 'reusable',
        case when is_rare then 'disabled' else 'active' end, at
      from ${numbered(from, to)}`);
    await database.query(noRow`
      insert into identity_checks (
        reference, merchant_id, environment, type, identity_record_id, status, is_cache_hit, created_at
      )
      select 'kyc_' || lpad(n::text, 26, '0'), ${merchantId}, 'test', 'bvn', ${record},
        case when is_rare then 'failed' else 'succeeded' end, false, at
      from ${numbered(from, to)}`);
    await database.query(noRow`
      with event as (
        insert into events (reference, merchant_id, environment, type, delivery_status, subject, created_at)
        select 'evt_' || lpad(n::text, 26, '0'), ${merchantId}, 'test',
          case when is_rare then 'payout.failed' else 'payout.succeeded' end,
          case when is_rare then 'exhausted' else 'delivered' end, 'pyt_' || lpad(n::text, 26, '0'), at
        from ${numbered(from, to)} returning id
      )
      insert into event_bodies (event_id, data) select id, '{}' from event`);
    await database.query(noRow`
      insert into request_log (created_at, merchant_id, kind_id, duration_ms, environment, request_id, caller)
      select at, ${merchantId}, (select id from request_kinds where status = case when is_rare then 503 else 200 end),
        5, 'test', 'req_' || n, 'key_bench'
      from ${numbered(from, to)}`);
  }
  showDetail(`${ROWS} of ${ROWS}`);
  await database.query(noRow`vacuum analyze`);
}

/** Numbered rows, with their times and whether their status is rare. */
function numbered(from: number, to: number) {
  return sql.fragment`(
    select n, n % 1000 = 0 as is_rare, now() - make_interval(secs => ${ROWS} - n) as at
    from generate_series(${from}::integer, ${to}::integer) n
  ) numbered`;
}
