-- Stores re-encrypted identity records, in arrays of equal length: the record's id, what was read, the new hash of its
-- identifier, and the new encrypted record. One with a provider call in progress, or that changed meanwhile, stays as
-- it is. Returns how many it changed. An operator's action.
create or replace function reencrypt_identity_records(
  p_ids bigint[], p_read bytea[], p_hashes bytea[], p_records bytea[], p_acting acting
) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed integer;
begin
  update identity_records r set identifier_hash = new.hash, encrypted_record = new.record
  from unnest(p_ids, p_read, p_hashes, p_records) new (id, read, hash, record)
  where r.id = new.id and r.status <> 'pending' and r.encrypted_record = new.read;
  get diagnostics changed = row_count;
  if changed > 0 then
    perform log_action(
      null, null, 'encryption reencrypt', 'identity records', null, jsonb_build_object('changed', changed), p_acting
    );
  end if;
  return changed;
end
$$;
