-- Stores webhook secrets that were encrypted again, in lists of equal length: the endpoint's id, the secret that was
-- read, the new one, and the new previous one (empty where there is none). One that was rotated meanwhile stays as it
-- is: the rotation used the current key. Returns how many it changed. An operator's action.
create or replace function reencrypt_webhook_secrets(
  p_ids bigint[], p_read bytea[], p_secrets bytea[], p_previous_secrets bytea[], p_acting acting
) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed integer;
begin
  update webhook_endpoints w set secret = new.secret, previous_secret = nullif(new.previous_secret, '')
  from unnest(p_ids, p_read, p_secrets, p_previous_secrets) new (id, read, secret, previous_secret)
  where w.id = new.id and w.secret = new.read;
  get diagnostics changed = row_count;
  if changed > 0 then
    perform log_action(
      null, null, 'encryption reencrypt', 'webhook secrets', null, jsonb_build_object('changed', changed), p_acting
    );
  end if;
  return changed;
end
$$;
