-- Returns a merchant's money for the dashboard's home, an object per currency: the balances, and the totals of the last
-- p_days days in Nigeria, today last. Days follow the merchant's own time, in test its clock.
create or replace function money_summary_json(p_merchant_id bigint, p_environment text, p_days integer) returns json
language sql stable set search_path = public, pg_temp as $$
  select coalesce(json_agg(json_build_object(
    'currency', a.currency,
    'available', money_json(a.balance, a.currency),
    'reserved', money_json(r.balance, a.currency),
    'days', daily_totals_json(p_merchant_id, p_environment, a.currency, today.day - p_days + 1, today.day)
  ) order by a.currency), '[]')
  from ledger_accounts a
  join ledger_accounts r on (r.merchant_id, r.environment, r.currency, r.kind)
    = (a.merchant_id, a.environment, a.currency, 'reserved')
  cross join (select lagos_day(business_now(p_merchant_id, p_environment)) as day) today
  where (a.merchant_id, a.environment, a.kind) = (p_merchant_id, p_environment, 'available')
$$;
