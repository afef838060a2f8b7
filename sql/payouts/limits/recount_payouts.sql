-- Recounts a merchant's payouts of a day in Lagos, in place of the day's rows in payout_use: accepted ones, less those
-- that failed, were canceled or reversed; by account too if p_limits has limits of accounts. Returns their amount in
-- kobo. Reads the merchant's payouts of that day, so it is for the first payout of a day and for the first after a
-- change of the limits. take_payout_limits() calls it, under the lock of the merchant's ledger accounts.
create or replace function recount_payouts(p_limits payout_limits_in_force, p_day date) returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare
  has_accounts constant boolean := num_nonnulls(p_limits.account_day_max, p_limits.account_day_payouts) > 0;
  used bigint;
begin
  delete from payout_use u
  where (u.merchant_id, u.environment, u.day) = (p_limits.merchant_id, p_limits.environment, p_day);
  insert into payout_use (merchant_id, environment, day, account, amount, payouts, counted_for)
  select p_limits.merchant_id, p_limits.environment, p_day, coalesce(p.account, ''), coalesce(sum(p.amount), 0),
    count(p.amount), case when grouping(p.account) = 1 then p_limits.version end
  from (
    select case when has_accounts then d.bank_code || ' ' || d.account_number end as account, d.amount
    from payouts d
    where d.merchant_id = p_limits.merchant_id and d.environment = p_limits.environment
      and d.status = any (array['pending', 'processing', 'succeeded'])
      and d.created_at >= start_of_lagos_day(p_day) and d.created_at < start_of_lagos_day(p_day + 1)
  ) p
  group by grouping sets ((), (p.account))
  having grouping(p.account) = 1 or has_accounts;
  select u.amount into strict used
  from payout_use u
  where (u.merchant_id, u.environment, u.day, u.account)
    = (p_limits.merchant_id, p_limits.environment, p_day, '');
  return used;
end
$$;
