-- Returns the metrics of the balances that providers report, by gateway, with the currency as `state`:
--
--   provider_balance, provider_balance_at   the last reported balance, in minor units, and when, in seconds since 1970.
--                                           Before the first report only the time, without a currency: when the first
--                                           poll without an answer was
--   float_shortfall                         the unexplained shortfall (float_shortfalls), in minor units; absent while
--                                           unknown
--
-- A gateway that was not polled for twenty minutes is left out: no worker has it any more.
create or replace function measure_provider_balances()
returns table (measure text, subject text, state text, value double precision)
language sql stable security definer set search_path = public, pg_temp as $$
  with polled as (
    select q.gateway, q.unanswered_since from balance_polls q where q.polled_at > now() - interval '20 minutes'
  )
  select measured.measure, f.gateway, f.currency, measured.value
  from float_shortfalls s
  join floats f on f.account_id = s.account_id
  join polled a on a.gateway = f.gateway
  cross join lateral (values
    ('provider_balance', s.balance::double precision),
    ('provider_balance_at', extract(epoch from s.read_at)::double precision),
    ('float_shortfall', s.unexplained_shortfall::double precision)
  ) measured (measure, value)
  where measured.value is not null
  union all
  select 'provider_balance_at', a.gateway, '', extract(epoch from a.unanswered_since)::double precision
  from polled a
  where a.unanswered_since is not null and not exists (
    select from provider_balances p join floats f on f.account_id = p.account_id where f.gateway = a.gateway
  )
$$;
