-- iso_timestamp(t) returns t as the API writes it: ISO 8601, UTC, milliseconds, Z (documented surface, 2.8).
create or replace function iso_timestamp(t timestamptz) returns text
language sql immutable strict set search_path = public, pg_temp as $$
  select to_char(t at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
