-- Revokes a merchant's API key in one environment, at once. With p_merchant_id null, for operators, the key may be any
-- merchant's. Returns false if there is no such key. Revoking it again changes nothing. Writes an audit row. Locks the
-- key.
create or replace function revoke_api_key(p_merchant_id bigint, p_environment text, p_reference text, p_acting acting)
returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before api_keys;
  revoked api_keys;
begin
  select * into before from api_keys k
  where k.reference = p_reference
    and (p_merchant_id is null or (k.merchant_id, k.environment) = (p_merchant_id, p_environment))
  for update;
  if not found then
    return false;
  elsif before.revoked_at is not null then
    return true;
  end if;
  update api_keys k set revoked_at = now() where k.id = before.id returning * into revoked;
  perform log_action(
    before.merchant_id, before.environment, 'key revoke', before.reference, api_key_facts(before),
    api_key_facts(revoked), p_acting
  );
  perform notify_owners(before.merchant_id, 'key_revoked', jsonb_build_object(
    'environment', before.environment, 'what', api_key_name(before)
  ), p_acting);
  return true;
end
$$;
