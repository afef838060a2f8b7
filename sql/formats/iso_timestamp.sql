-- Returns a time in the API's format: ISO 8601, UTC, milliseconds, Z.
create or replace function iso_timestamp(p_time timestamptz) returns text
language sql stable strict
return to_char(p_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
