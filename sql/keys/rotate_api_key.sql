-- Replaces a merchant's API key in one environment: adds a new key with the same rights, and lets the old one expire in
-- p_overlap_hours, unless it expires earlier. With p_merchant_id null, for operators, the key may be any merchant's.
-- Only the SHA-256 and the last four characters of the new secret are passed.
--
-- Returns outcome 'rotated' with the new key's reference; 'expired'; or 'not_found', also for a revoked key. Raises
-- PB009 at 200 keys: twice what create_api_key() allows, so that a merchant with the most keys can still rotate each
-- one; PB012 if p_caller may not grant the key's scopes. Writes an audit row. Locks the old key, then the merchant.
create or replace function rotate_api_key(
  p_merchant_id bigint, p_environment text, p_reference text, p_overlap_hours integer, p_secret_hash bytea,
  p_last_four text, p_acting acting, p_caller caller, out outcome text, out successor text
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before api_keys;
  old api_keys;
  created api_keys;
begin
  select * into before from api_keys k
  where k.reference = p_reference and k.revoked_at is null
    and (p_merchant_id is null or (k.merchant_id, k.environment) = (p_merchant_id, p_environment))
  for update;
  outcome := case
    when before.id is null then 'not_found'
    when before.expires_at <= business_now(before.merchant_id, before.environment) then 'expired'
    else 'rotated'
  end;
  if outcome <> 'rotated' then
    return;
  end if;
  perform refuse_too_many_keys(before.merchant_id, before.environment, 200);
  perform require_right_to_grant(p_caller, before.merchant_id, before.environment, before.scopes);
  update api_keys k
  set expires_at = least(
    k.expires_at, business_now(k.merchant_id, k.environment) + make_interval(hours => p_overlap_hours)
  )
  where k.id = before.id
  returning * into old;
  insert into api_keys (
    reference, merchant_id, environment, secret_hash, last_four, scopes, allowed_cidrs, rate_limit_per_minute,
    made_by
  )
  values (
    new_reference('key'), old.merchant_id, old.environment, p_secret_hash, p_last_four, old.scopes, old.allowed_cidrs,
    old.rate_limit_per_minute, (select p.id from people p where p.id = (p_acting).person_id)
  )
  returning * into created;
  perform log_action(
    old.merchant_id, old.environment, 'key rotate', old.reference, api_key_facts(before),
    api_key_facts(old) || jsonb_build_object('successor', created.reference), p_acting
  );
  perform notify_owners(old.merchant_id, 'key_rotated', jsonb_build_object(
    'environment', old.environment, 'what', api_key_name(old)
  ), p_acting);
  successor := created.reference;
end
$$;
