-- Adds a key with the rights of another one, which expires in p_overlap_hours, or earlier if it was to. Of the new
-- secret only the SHA-256 and the last four characters come here. Returns outcome 'rotated' with the new key's
-- reference, 'expired', or 'not_found' if there is no such key that is not revoked. An operator's action. Locks the
-- old key.
create or replace function rotate_api_key(
  p_reference text, p_overlap_hours integer, p_secret_hash bytea, p_last_four text, p_operator text, p_reason text,
  out outcome text, out successor text
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before api_keys;
  old api_keys;
  created api_keys;
begin
  select * into before from api_keys k where k.reference = p_reference and k.revoked_at is null for update;
  outcome := case
    when before.id is null then 'not_found'
    when before.expires_at <= business_now(before.merchant_id, before.environment) then 'expired'
    else 'rotated'
  end;
  if outcome <> 'rotated' then
    return;
  end if;
  update api_keys k
  set expires_at = least(
    k.expires_at, business_now(k.merchant_id, k.environment) + make_interval(hours => p_overlap_hours)
  )
  where k.id = before.id
  returning * into old;
  insert into api_keys (
    reference, merchant_id, environment, secret_hash, last_four, scopes, allowed_cidrs, rate_limit_per_minute
  )
  values (
    new_reference('key'), old.merchant_id, old.environment, p_secret_hash, p_last_four, old.scopes, old.allowed_cidrs,
    old.rate_limit_per_minute
  )
  returning * into created;
  perform log_operator_action(
    'key rotate', old.reference, api_key_facts(before),
    api_key_facts(old) || jsonb_build_object('successor', created.reference), p_operator, p_reason
  );
  successor := created.reference;
end
$$;
