-- Stores documents' keys that were encrypted again, in lists of equal length: the document's id and its key. The
-- content stays as it is. Returns how many it changed. An operator's action.
create or replace function reencrypt_verification_documents(p_ids bigint[], p_keys bytea[], p_acting acting)
returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed integer;
begin
  update verification_documents d set encrypted_key = new.key
  from unnest(p_ids, p_keys) new (id, key) where d.id = new.id;
  get diagnostics changed = row_count;
  if changed > 0 then
    perform log_action(
      null, null, 'encryption reencrypt', 'verification documents', null, jsonb_build_object('changed', changed),
      p_acting
    );
  end if;
  return changed;
end
$$;
