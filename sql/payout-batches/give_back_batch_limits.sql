-- Gives items of a batch that never become payouts back to the limits of the day that started them, as
-- change_payout_use() does with payouts. The caller holds the locks of the merchant's ledger accounts.
create or replace function give_back_batch_limits(p_batch payout_batches, p_items payout_batch_items[]) returns void
language sql set search_path = public, pg_temp as $$
  update payout_use u
  set amount = greatest(u.amount - c.amount, 0), payouts = greatest(u.payouts - c.payouts, 0)
  from (
    select a.account, sum(i.amount)::bigint as amount, count(*) as payouts
    from unnest(p_items) i
    cross join lateral (values (''), ('approvals'), (i.bank_code || ' ' || i.account_number)) a (account)
    group by a.account
  ) c
  where (u.merchant_id, u.environment, u.day, u.account)
    = (p_batch.merchant_id, p_batch.environment, lagos_day(p_batch.run_at), c.account)
$$;
