-- new_reference(prefix) returns prefix, an underscore and a 26-character lower-case ULID: 48 bits of time in
-- milliseconds, then 80 random bits, in Crockford's base 32 (https://github.com/ulid/spec). References sort by
-- time and hold [a-z0-9_] only, so that every provider accepts them.
create or replace function new_reference(prefix text) returns text
language plpgsql volatile set search_path = public, pg_temp as $$
declare
  alphabet constant text := '0123456789abcdefghjkmnpqrstvwxyz';
  -- The bytes of a version 4 UUID that are random throughout: 6 and 8 hold its version and variant.
  random_bytes constant integer[] := '{0,1,2,3,4,5,9,10,11,12,13,14,15,16,17,18}';
  milliseconds constant bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  entropy constant bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  reference text := prefix || '_';
  position integer;
begin
  for position in 0..9 loop
    reference := reference || substr(alphabet, ((milliseconds >> (45 - 5 * position)) & 31)::integer + 1, 1);
  end loop;
  foreach position in array random_bytes loop
    reference := reference || substr(alphabet, (get_byte(entropy, position) & 31) + 1, 1);
  end loop;
  return reference;
end
$$;
