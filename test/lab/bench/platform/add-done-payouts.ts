import { connectClient } from "../../../../sql/process/connections/connect-client.ts";
import { destination } from "../load/destination.ts";
import type { Platform } from "./start-platform.ts";
import { vacuum } from "./vacuum.ts";

/** Rows per statement. */
const BATCH = 20_000;

/**
 * What `$3` payouts leave behind a month later: each has its row, two journals with their entries, and its event. `$1`:
 * merchants, in turns; `$2`: the first number. The journals are of today, since no entry is older than the one before
 * it, and these merchants were paid in today.
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
    insert into ledger_journals (kind, subject, merchant_id, environment, currency)
    select kind, p.reference, p.merchant_id, 'live', 'NGN'
    from payout p, unnest(array['payout_accepted', 'payout_settled']) kind
    order by p.reference, kind
    returning id, kind, merchant_id
  ), entry as (
    insert into ledger_entries (
      journal_id, account_id, environment, currency, amount, balance_after, sequence, kind, fee
    )
    select j.id, a.id, 'live', 'NGN', part.amount,
      -- Null for system accounts, which have no balance.
      a.balance + sum(part.amount) over earlier,
      case when a.merchant_id is not null then a.last_sequence + count(*) over earlier end,
      shown.kind, shown.fee
    from journal j
    join lateral (
      values ('payout_accepted', 'available', -12000), ('payout_accepted', 'reserved', 12000),
        ('payout_settled', 'reserved', -12000), ('payout_settled', 'float_http', 10000),
        ('payout_settled', 'fees', 2000)
    ) part (journal, account, amount) on part.journal = j.kind
    join ledger_accounts a on a.environment = 'live' and a.currency = 'NGN' and a.kind = part.account
      and coalesce(a.merchant_id, 0) = case when part.account in ('available', 'reserved') then j.merchant_id else 0 end
    left join (values ('available', 'payout', 2000)) shown (account, kind, fee) on shown.account = part.account
    window earlier as (partition by a.id order by j.id)
    returning account_id, amount, sequence
  )
  update ledger_accounts a
  set balance = a.balance + moved.amount, last_sequence = moved.last_sequence, last_moved_at = now()
  from (select account_id, sum(amount) as amount, max(sequence) as last_sequence from entry group by account_id) moved
  where a.id = moved.account_id and moved.last_sequence is not null`;

/** Writes what `count` finished payouts leave behind, with books that agree: sending a million takes half an hour. */
export async function addDonePayouts(
  { databaseUrl, merchants }: Pick<Platform, "databaseUrl" | "merchants">,
  count: number,
): Promise<void> {
  const ids = merchants.map(({ merchantId }) => String(merchantId));
  const { bankCode, accountNumber, accountName } = destination;
  const client = await connectClient(databaseUrl);
  for (let from = 0; from < count; from += BATCH) {
    const size = Math.min(BATCH, count - from);
    await client.query(batch, [ids, from, size, bankCode, accountNumber, accountName]);
  }
  // As workers do each minute: otherwise they would catch up while they are measured.
  const sum = () => client.query<{ entries: number }>(`select sum_balance_days(${BATCH}) as entries`);
  while ((await sum()).rows[0]!.entries > 0);
  await client.end();
  await vacuum(databaseUrl, "analyze");
}
