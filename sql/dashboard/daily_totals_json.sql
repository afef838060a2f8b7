-- Returns a merchant's daily totals in a currency, for each day in Nigeria from p_first to p_last, in order, including
-- days without a movement.
create or replace function daily_totals_json(
  p_merchant_id bigint, p_environment text, p_currency text, p_first date, p_last date
) returns json
language sql stable set search_path = public, pg_temp as $$
  select coalesce(json_agg(json_build_object(
    'date', calendar.day::text,
    'received', money_json(coalesce(d.received, 0), p_currency), 'receipts', coalesce(d.receipts, 0),
    'sent', money_json(coalesce(d.sent, 0), p_currency), 'payouts', coalesce(d.payouts, 0),
    'returned', money_json(coalesce(d.returned, 0), p_currency)
  ) order by calendar.day), '[]')
  from (select p_first + n as day from generate_series(0, p_last - p_first) n) calendar
  left join daily_totals d on (d.merchant_id, d.environment, d.currency, d.day)
    = (p_merchant_id, p_environment, p_currency, calendar.day)
$$;
