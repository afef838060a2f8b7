-- iso_timestamp(t) returns t as the API writes it: ISO 8601, UTC, milliseconds, Z (documented surface, 2.8).
--
-- Its body is bound when it is created, which pins its names, and is inlined where it is used.
create or replace function iso_timestamp(t timestamptz) returns text
language sql stable strict
return to_char(t at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
