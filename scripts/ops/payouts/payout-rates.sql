-- When: a bank or the provider may be failing.
-- Shows how payouts of the last 24 hours ended, by environment (so by provider) and by bank, among the newest 20,000.
-- sent: how many went to the provider. unknown: those without a result for more than five minutes, or that need a
-- person. Rates are percentages of those sent; seconds is the median from sending to success. Times of test payouts
-- follow their merchants' test clocks. freeze-payouts stops payouts to a bank. Changes nothing.
select r.environment, coalesce(r.bank_name, 'all') as bank, count(*) as sent,
  count(*) filter (where r.status = 'succeeded') as succeeded, count(*) filter (where r.status = 'failed') as failed,
  count(*) filter (where r.status = 'reversed') as reversed, count(*) filter (where r.is_unknown) as unknown,
  round(100.0 * count(*) filter (where r.status in ('failed', 'reversed')) / count(*), 1) as failed_percent,
  round(100.0 * count(*) filter (where r.is_unknown) / count(*), 1) as unknown_percent,
  round(percentile_cont(0.5) within group (
    order by extract(epoch from r.settled_at - r.submitted_at)
  )::numeric, 1) as seconds
from (
  select n.*, n.needs_review
    or coalesce(n.settled_at, case when n.status = 'processing' then p.present end) > n.submitted_at + interval '5 min'
    as is_unknown
  from (select * from payouts p order by p.id desc limit 20000) n
  cross join lateral (select business_now(n.merchant_id, n.environment) as present) p
  -- A deferred one has not been sent.
  where n.submitted_at > p.present - interval '24 hours' and n.unsent_since is null
) r
group by grouping sets ((r.environment), (r.environment, r.bank_name))
order by r.environment, r.bank_name is not null, unknown_percent desc, failed_percent desc, sent desc
limit 200;
