-- Stores re-encrypted secrets of people's apps, in arrays of equal length: the person's id, the secret that was read,
-- and the new one. One that was replaced meanwhile stays as it is. Returns how many it changed. An operator's action.
create or replace function reencrypt_totp_secrets(
  p_person_ids bigint[], p_read bytea[], p_secrets bytea[], p_acting acting
) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed integer;
begin
  update totp_secrets t set encrypted_secret = new.secret
  from unnest(p_person_ids, p_read, p_secrets) new (id, read, secret)
  where t.person_id = new.id and t.encrypted_secret = new.read;
  get diagnostics changed = row_count;
  if changed > 0 then
    perform log_action(
      null, null, 'encryption reencrypt', 'totp secrets', null, jsonb_build_object('changed', changed), p_acting
    );
  end if;
  return changed;
end
$$;
