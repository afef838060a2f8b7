/**
 * Payouts and collections of one merchant within thirty days, of which one in two hundred was booked days late, and a
 * few reversals. Each is a journal with one entry, so these books do not balance, and are for reading only. One payout
 * has a reference of the merchant's own.
 */
export const fillBooks = (merchantId: bigint, movements: number) => `
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
