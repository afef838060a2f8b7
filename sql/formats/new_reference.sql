-- Returns a new public reference: the prefix, an underscore and a lower-case ULID (48 bits of time in milliseconds,
-- then 80 random bits, in Crockford's base 32: https://github.com/ulid/spec). References sort by time and use only
-- [a-z0-9_], which every provider accepts.
create or replace function new_reference(p_prefix text) returns text
language plpgsql volatile set search_path = public, pg_temp as $$
declare
  alphabet constant text := '0123456789abcdefghjkmnpqrstvwxyz';
  -- The bytes of a version 4 UUID that are random throughout: 6 and 8 hold its version and variant.
  random_bytes constant integer[] := '{0,1,2,3,4,5,9,10,11,12,13,14,15,16,17,18}';
  milliseconds constant bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  entropy constant bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  result text := p_prefix || '_';
  position integer;
begin
  for position in 0..9 loop
    result := result || substr(alphabet, ((milliseconds >> (45 - 5 * position)) & 31)::integer + 1, 1);
  end loop;
  foreach position in array random_bytes loop
    result := result || substr(alphabet, (get_byte(entropy, position) & 31) + 1, 1);
  end loop;
  return result;
end
$$;
