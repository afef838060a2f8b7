-- Sets the networks that a merchant's key may be used from in one environment; p_allowed_cidrs empty: from any address.
-- False if there is no such unrevoked key. Setting the same again changes nothing. Writes an audit row. Raises PB012 if
-- p_caller has lost the right: other addresses than before need what it takes to create the key. Locks the key.
create or replace function set_api_key_networks(
  p_merchant_id bigint, p_environment text, p_reference text, p_allowed_cidrs cidr[], p_acting acting, p_caller caller
) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before api_keys;
  changed api_keys;
begin
  select * into before from api_keys k
  where (k.merchant_id, k.environment, k.reference) = (p_merchant_id, p_environment, p_reference)
    and k.revoked_at is null
  for update;
  perform require_right(p_caller, p_merchant_id, p_environment, 'develop');
  if before.id is null then
    return false;
  elsif before.allowed_cidrs = p_allowed_cidrs then
    return true;
  end if;
  if cardinality(before.allowed_cidrs) > 0 and (cardinality(p_allowed_cidrs) = 0 or exists (
    select from unnest(p_allowed_cidrs) n (network) where not n.network <<= any (before.allowed_cidrs)
  )) then
    perform require_right_to_grant(p_caller, p_merchant_id, p_environment, before.scopes);
  end if;
  update api_keys k set allowed_cidrs = p_allowed_cidrs where k.id = before.id returning * into changed;
  perform log_action(
    p_merchant_id, p_environment, 'key networks', before.reference, api_key_facts(before), api_key_facts(changed),
    p_acting
  );
  perform notify_owners(p_merchant_id, 'key_networks', jsonb_build_object(
    'environment', p_environment, 'what', api_key_name(before)
  ), p_acting);
  return true;
end
$$;
