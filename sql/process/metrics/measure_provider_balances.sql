-- Returns what the metrics say of what providers say that they hold for us, by gateway, with the currency as `state`:
--
--   provider_balance, provider_balance_at   what the provider said last, in minor units; and when, in seconds since
--                                           1970. Where it has said nothing yet, the latter alone, without a currency:
--                                           when the first question was asked that it left unanswered
--   float_short                             how much less that is, in minor units, than our books and all that is under
--                                           way explain (float_shortfalls); absent where that is not known
--
-- A gateway that was not asked for twenty minutes is left out: no worker has it any more.
create or replace function measure_provider_balances()
returns table (measure text, subject text, state text, value double precision)
language sql stable security definer set search_path = public, pg_temp as $$
  with asked as (
    select q.gateway, q.unanswered_since from balance_polls q where q.asked_at > now() - interval '20 minutes'
  )
  select measured.measure, f.gateway, f.currency, measured.value
  from float_shortfalls s
  join floats f on f.account_id = s.account_id
  join asked a on a.gateway = f.gateway
  cross join lateral (values
    ('provider_balance', s.balance::double precision),
    ('provider_balance_at', extract(epoch from s.read_at)::double precision),
    ('float_short', s.short::double precision)
  ) measured (measure, value)
  where measured.value is not null
  union all
  select 'provider_balance_at', a.gateway, '', extract(epoch from a.unanswered_since)::double precision
  from asked a
  where a.unanswered_since is not null and not exists (
    select from provider_balances p join floats f on f.account_id = p.account_id where f.gateway = a.gateway
  )
$$;
