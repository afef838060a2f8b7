-- Returns how payouts of the last 24 hours end, for an operator: by environment, which is by provider, and by bank; of
-- the newest 20,000 payouts of all. sent: how many went to the provider. unknown: those whose result took or takes more
-- than five minutes, or that need a person. Rates are per cent of those sent; seconds is the median from sending to
-- success. By the primary key, so that it costs the same however many payouts there are. Times of test payouts follow
-- their merchants' test clocks.
create or replace function payout_rates()
returns table (
  environment text, bank text, sent bigint, succeeded bigint, failed bigint, reversed bigint, unknown bigint,
  failed_percent numeric, unknown_percent numeric, seconds numeric
)
language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  return query
  select r.environment, coalesce(r.bank_name, 'all'), count(*), count(*) filter (where r.status = 'succeeded'),
    count(*) filter (where r.status = 'failed'), count(*) filter (where r.status = 'reversed'),
    count(*) filter (where r.is_unknown),
    round(100.0 * count(*) filter (where r.status in ('failed', 'reversed')) / count(*), 1),
    round(100.0 * count(*) filter (where r.is_unknown) / count(*), 1),
    round(percentile_cont(0.5) within group (
      order by extract(epoch from r.settled_at - r.submitted_at)
    )::numeric, 1)
  from (
    select n.*, n.needs_review
      or coalesce(n.settled_at, case when n.status = 'processing' then p.present end)
        > n.submitted_at + interval '5 min'
      as is_unknown
    from (select * from payouts p order by p.id desc limit 20000) n
    cross join lateral (select business_now(n.merchant_id, n.environment) as present) p
    where n.submitted_at > p.present - interval '24 hours'
  ) r
  group by grouping sets ((r.environment), (r.environment, r.bank_name))
  order by r.environment, r.bank_name is not null, 9 desc, 8 desc, 3 desc
  limit 200;
end
$$;
