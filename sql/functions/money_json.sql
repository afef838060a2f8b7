-- money_json(value, currency) returns a Money object (documented surface, 2.2); value is in minor units.
create or replace function money_json(value bigint, currency text) returns json
language sql immutable strict set search_path = public, pg_temp as $$
  select json_build_object('value', value, 'currency', currency)
$$;
