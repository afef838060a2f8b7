-- Notes the key that a process encrypts with. p_key is its id; p_other that of a second key, with which the process
-- decrypts only. Returns false, and notes nothing, if the process lacks a key that something may be encrypted
-- with. Nothing is written in a read-only transaction either, nor if the key is noted already.
create or replace function note_encryption_key(p_key bytea, p_other bytea default null) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  keys constant bytea[] := array_remove(array[p_key, p_other], null);
begin
  if current_setting('transaction_read_only') = 'off'
    and not exists (select from encryption_keys k where k.key_id = p_key)
  then
    -- Of two processes with different keys that start first, the second is refused.
    lock table encryption_keys in exclusive mode;
    insert into encryption_keys (key_id)
    select p_key where not exists (select from encryption_keys k where k.key_id <> all (keys))
    on conflict do nothing;
  end if;
  return not exists (select from encryption_keys k where k.key_id <> all (keys));
end
$$;
