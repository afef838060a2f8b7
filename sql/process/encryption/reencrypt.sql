-- Stores values that were encrypted again, in lists of equal length: the row's id, what was read, and the new value. A
-- row that changed meanwhile stays as it is. p_what names the values, as the audit log does; of 'identity records'
-- p_seconds has the new hash of the identifier, and one with a provider call under way stays; of 'webhook secrets' it
-- has the new previous secret, empty where there is none. Of documents the key changes, and the content stays. Returns
-- how many rows it changed. An operator's action.
create or replace function reencrypt(
  p_what text, p_ids text[], p_read bytea[], p_values bytea[], p_seconds bytea[], p_acting acting
) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed integer;
begin
  case p_what
    when 'identity records' then
      update identity_records r set identifier_hash = new.second, encrypted_record = new.value
      from unnest(p_ids::bigint[], p_read, p_values, p_seconds) new (id, read, value, second)
      where r.id = new.id and r.status <> 'pending' and r.encrypted_record = new.read;
    when 'sandbox identities' then
      update sandbox_identities i set encrypted_phone = new.value
      from unnest(p_ids, p_read, p_values) new (id, read, value)
      where i.reference = new.id and i.encrypted_phone = new.read;
    when 'totp secrets' then
      update totp_secrets t set encrypted_secret = new.value
      from unnest(p_ids::bigint[], p_read, p_values) new (id, read, value)
      where t.person_id = new.id and t.encrypted_secret = new.read;
    when 'verification documents' then
      update verification_documents d set encrypted_key = new.value
      from unnest(p_ids::bigint[], p_read, p_values) new (id, read, value)
      where d.id = new.id and d.encrypted_key = new.read;
    when 'verification forms' then
      update verifications v set encrypted_form = new.value
      from unnest(p_ids::bigint[], p_read, p_values) new (id, read, value)
      where v.merchant_id = new.id and v.encrypted_form = new.read;
    when 'webhook secrets' then
      update webhook_endpoints w set secret = new.value, previous_secret = nullif(new.second, '')
      from unnest(p_ids::bigint[], p_read, p_values, p_seconds) new (id, read, value, second)
      where w.id = new.id and w.secret = new.read;
  end case;
  get diagnostics changed = row_count;
  if changed > 0 then
    perform log_action(
      null, null, 'encryption reencrypt', p_what, null, jsonb_build_object('changed', changed), p_acting
    );
  end if;
  return changed;
end
$$;
