-- Returns what a provider may charge for moving an amount on a day, in minor units, by its tariff; null if none is set.
create or replace function expected_provider_fee(
  p_provider text, p_kind text, p_currency text, p_day date, p_amount bigint
) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select least(
    t.flat + round(p_amount::numeric * t.basis_points / 10000)::bigint, coalesce(t.cap, 9223372036854775807)
  )
  from provider_tariffs t
  where (t.provider, t.kind, t.currency) = (p_provider, p_kind, p_currency)
    and t.from_day <= p_day and (t.up_to is null or p_amount <= t.up_to)
  order by t.from_day desc, t.up_to nulls last limit 1
$$;
