-- Returns a merchant's money as the dashboard's home shows it, an object for each currency: the balances, and what
-- moved on each of the last 30 days in Nigeria, today last. Days are by the merchant's own time: those of test follow
-- its clock.
create or replace function money_summary_json(p_merchant_id bigint, p_environment text) returns json
language sql stable set search_path = public, pg_temp as $$
  select coalesce(json_agg(json_build_object(
    'currency', a.currency,
    'available', money_json(a.balance, a.currency),
    'reserved', money_json(r.balance, a.currency),
    'days', (
      select json_agg(json_build_object(
        'date', calendar.day::text,
        'received', money_json(coalesce(d.received, 0), a.currency), 'receipts', coalesce(d.receipts, 0),
        'sent', money_json(coalesce(d.sent, 0), a.currency), 'payouts', coalesce(d.payouts, 0),
        'returned', money_json(coalesce(d.returned, 0), a.currency)
      ) order by calendar.day)
      from (select today.day - ago as day from generate_series(0, 29) ago) calendar
      left join daily_totals d on (d.merchant_id, d.environment, d.currency, d.day)
        = (p_merchant_id, p_environment, a.currency, calendar.day)
    )
  ) order by a.currency), '[]')
  from ledger_accounts a
  join ledger_accounts r on (r.merchant_id, r.environment, r.currency, r.kind)
    = (a.merchant_id, a.environment, a.currency, 'reserved')
  cross join (select lagos_day(business_now(p_merchant_id, p_environment)) as day) today
  where (a.merchant_id, a.environment, a.kind) = (p_merchant_id, p_environment, 'available')
$$;
