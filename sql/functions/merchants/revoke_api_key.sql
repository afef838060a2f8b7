-- Makes a key useless at once. False if there is no such key. An operator's action. Locks the key.
create or replace function revoke_api_key(p_reference text, p_operator text, p_reason text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before api_keys;
  revoked api_keys;
begin
  select * into before from api_keys k where k.reference = p_reference for update;
  if not found then
    return false;
  end if;
  update api_keys k set revoked_at = coalesce(k.revoked_at, now()) where k.id = before.id returning * into revoked;
  perform log_operator_action(
    'key revoke', p_reference, api_key_facts(before), api_key_facts(revoked), p_operator, p_reason
  );
  return true;
end
$$;
