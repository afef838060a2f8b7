-- Returns the metrics of the floats, by their names after "payments_", by gateway, with the currency as `state`;
-- measures.ts says what each is. A float that never changed and has no minimum is left out: nobody uses it. Before a
-- provider's first report there is only the time, without a currency: when the first poll without an answer was. The
-- shortfall is the unexplained one (float_shortfalls); absent while unknown.
--
-- Of a gateway that was not polled for twenty minutes the last three are left out: no worker has it any more.
create or replace function measure_floats()
returns table (measure text, subject text, state text, value double precision)
language sql stable security definer set search_path = public, pg_temp as $$
  with polled as (
    select q.gateway, q.unanswered_since from balance_polls q where q.polled_at > now() - interval '20 minutes'
  )
  select measured.measure, f.gateway, f.currency, measured.value
  from float_balances f
  left join float_shortfalls s on s.account_id = f.account_id and f.gateway in (select a.gateway from polled a)
  cross join lateral (values
    (
      'float_minor_units',
      case when f.changed_at is not null or f.minimum is not null then f.held::double precision end
    ),
    ('float_minimum_minor_units', f.minimum::double precision),
    ('provider_balance_minor_units', s.balance::double precision),
    ('provider_balance_timestamp_seconds', extract(epoch from s.read_at)::double precision),
    ('float_shortfall_minor_units', s.unexplained_shortfall::double precision)
  ) measured (measure, value)
  where measured.value is not null
  union all
  select 'provider_balance_timestamp_seconds', a.gateway, '', extract(epoch from a.unanswered_since)::double precision
  from polled a
  where a.unanswered_since is not null and not exists (
    select from provider_balances p join floats f on f.account_id = p.account_id where f.gateway = a.gateway
  )
$$;
