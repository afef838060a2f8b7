-- Adds movements to the merchants' totals of the day. Only post_journals() calls it, under the locks of the merchants'
-- accounts, which also serialize additions to the same totals.
create or replace function add_to_daily_totals(p_movements ledger_movement[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into daily_totals as d (
    merchant_id, environment, currency, day, received, receipts, sent, payouts, returned
  )
  select m.merchant_id, m.environment, m.currency, lagos_day(business_now(m.merchant_id, m.environment)),
    coalesce(-sum(outside.change) filter (where m.kind like 'credit%'), 0),
    count(*) filter (where m.kind like 'credit%'),
    coalesce(sum(outside.change) filter (where m.kind like 'payout%' and outside.change > 0), 0),
    count(*) filter (where m.kind like 'payout%' and outside.change > 0),
    coalesce(-sum(outside.change) filter (where m.kind like 'payout%' and outside.change < 0), 0)
  from unnest(p_movements) m,
    lateral (select coalesce(m.gateway, 0) + coalesce(m.suspense, 0) as change) outside
  where m.merchant_id is not null and m.kind in (
    'credit_settled', 'credit_released', 'payout_settled', 'payout_reversed', 'payout_release_undone',
    'payout_reversal_undone'
  )
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict on constraint daily_total_is_kept_once do update
    set received = d.received + excluded.received, receipts = d.receipts + excluded.receipts,
      sent = d.sent + excluded.sent, payouts = d.payouts + excluded.payouts, returned = d.returned + excluded.returned;
end
$$;
