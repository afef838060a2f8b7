import { connectClient } from "../../../../sql/process/connections/connect-client.ts";
import { destination } from "../load/destination.ts";
import type { Platform } from "./start-platform.ts";
import { vacuum } from "./vacuum.ts";

/** Rows per statement. */
const BATCH = 20_000;

/**
 * What `$3` payouts leave behind a month later: each has its row, two journals with their entries, and its event. `$1`:
 * merchants, in turns; `$2`: the first number.
 */
const batch = `
  with payout as (
    insert into payouts (
      reference, merchant_id, environment, idempotency_key, request_hash, status, amount, fee, currency, bank_code,
      bank_name, account_number, account_name, sent_through, submitted_at, created_at, updated_at, settled_at
    )
    select 'pyt_done' || n, ($1::bigint[])[1 + n % cardinality($1::bigint[])], 'live', 'done' || n,
      sha256(n::text::bytea), 'succeeded', 10000, 2000, 'NGN', $4, 'Bank', $5, $6, 'http', at, at, at, at
    from generate_series($2::integer, $2 + $3 - 1) n, lateral (select now() - interval '30 days' as at) moment
    returning reference, merchant_id
  ), event as (
    insert into events (reference, merchant_id, environment, type, delivery_status, subject, created_at)
    select 'evt_' || p.reference, p.merchant_id, 'live', 'payout.succeeded', 'not_sent', p.reference,
      now() - interval '30 days'
    from payout p
    returning id
  ), body as (
    insert into event_bodies (event_id, data) select id, json_build_object('text', repeat('x', 600)) from event
  ), journal as (
    insert into ledger_journals (kind, subject, merchant_id, environment, currency, created_at)
    select kind, p.reference, p.merchant_id, 'live', 'NGN', now() - interval '30 days'
    from payout p, unnest(array['payout_accepted', 'payout_settled']) kind
    returning id, kind, merchant_id
  )
  insert into ledger_entries (journal_id, account_id, environment, currency, amount, balance_after)
  select j.id, a.id, 'live', 'NGN', part.amount, case when a.merchant_id is not null then a.balance end
  from journal j
  join lateral (
    values ('payout_accepted', 'available', -12000), ('payout_accepted', 'reserved', 12000),
      ('payout_settled', 'reserved', -12000), ('payout_settled', 'float_http', 10000), ('payout_settled', 'fees', 2000)
  ) part (journal, account, amount) on part.journal = j.kind
  join ledger_accounts a on a.environment = 'live' and a.currency = 'NGN' and a.kind = part.account
    and coalesce(a.merchant_id, 0) = case when part.account in ('available', 'reserved') then j.merchant_id else 0 end`;

/**
 * Writes the rows of `count` finished payouts: accepting and sending a million takes half an hour. Running balances
 * don't match the entries, so these books are for measuring only.
 */
export async function addDonePayouts(
  { databaseUrl, merchants }: Pick<Platform, "databaseUrl" | "merchants">,
  count: number,
): Promise<void> {
  const ids = merchants.map(({ merchantId }) => String(merchantId));
  const { bankCode, accountNumber, accountName } = destination;
  const client = await connectClient(databaseUrl);
  // Without triggers: they would check each journal.
  await client.query("set session_replication_role = replica");
  for (let from = 0; from < count; from += BATCH) {
    const size = Math.min(BATCH, count - from);
    await client.query(batch, [ids, from, size, bankCode, accountNumber, accountName]);
  }
  await client.end();
  await vacuum(databaseUrl, "analyze");
}
