-- Returns what the metrics say of the floats: what each live gateway holds for us by our books, by gateway, with the
-- currency as `state`, in minor units; and its minimum, where one is set. A float that never changed and has no minimum
-- is left out: the gateway is not used.
create or replace function measure_floats()
returns table (measure text, subject text, state text, value double precision)
language sql stable security definer set search_path = public, pg_temp as $$
  select measured.measure, f.gateway, f.currency, measured.value::double precision
  from float_balances f
  cross join lateral (values ('float', f.held), ('float_minimum', f.minimum)) measured (measure, value)
  where (f.changed_at is not null or f.minimum is not null) and measured.value is not null
$$;
