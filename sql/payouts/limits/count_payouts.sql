-- Returns what a merchant's payouts and refunds of a day in Lagos have used: accepted ones, less those that failed,
-- were canceled or reversed. A row for all accounts (''), and one for each if p_limits has limits of accounts. Reads
-- all of the merchant's of that day, by the indexes of payouts and of refunds.
create or replace function count_payouts(p_limits payout_limits_in_force, p_day date)
returns table (account text, amount bigint, payouts bigint)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  has_accounts constant boolean := num_nonnulls(p_limits.account_day_max, p_limits.account_day_payouts) > 0;
begin
  return query
  select coalesce(p.account, ''), coalesce(sum(p.amount), 0)::bigint, count(p.amount)
  from (
    select case when has_accounts then d.bank_code || ' ' || d.account_number end as account, d.amount
    from (
      select o.merchant_id, o.environment, o.status, o.created_at, o.bank_code, o.account_number, o.amount
      from payouts o where o.collection_id is null
      union all
      select r.merchant_id, r.environment, r.status, r.created_at, r.bank_code, r.account_number, r.amount
      from payouts r where r.collection_id is not null
      union all
      -- Items of batches whose money is reserved, and that have no payout yet.
      select b.merchant_id, b.environment, 'pending', b.run_at, i.bank_code, i.account_number, i.amount
      from payout_batches b join payout_batch_items i on i.batch_id = b.id and i.status = 'waiting'
      where b.status in ('awaiting_approval', 'processing')
    ) d
    where d.merchant_id = p_limits.merchant_id and d.environment = p_limits.environment
      and d.status = any (array['needs_destination', 'awaiting_approval', 'pending', 'processing', 'succeeded'])
      and d.created_at >= start_of_lagos_day(p_day) and d.created_at < start_of_lagos_day(p_day + 1)
  ) p
  group by grouping sets ((), (p.account))
  -- Without a destination it is in no account's.
  having grouping(p.account) = 1 or p.account is not null;
end
$$;
