-- Adds an API key and returns its reference; only the SHA-256 and the last four characters of the secret come here.
-- p_allowed_cidrs empty: from any address. Writes an audit row. Raises PB007 for a live key of a merchant whose
-- business is not approved, PB009 if there are a hundred keys already, and PB012 if p_caller may not grant the scopes.
create or replace function create_api_key(
  p_merchant_id bigint, p_environment text, p_secret_hash bytea, p_last_four text, p_scopes text[],
  p_allowed_cidrs cidr[], p_acting acting, p_caller caller
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  key api_keys;
begin
  if p_environment = 'live' and not exists (
    select from merchants m where m.id = p_merchant_id and m.kyb_status = 'approved'
  ) then
    raise exception 'live keys need an approved business verification' using errcode = 'PB007';
  end if;
  perform refuse_too_many_keys(p_merchant_id, p_environment, 100);
  perform require_right_to_grant(p_caller, p_merchant_id, p_environment, p_scopes);
  insert into api_keys (
    reference, merchant_id, environment, secret_hash, last_four, scopes, allowed_cidrs, made_by
  )
  values (
    new_reference('key'), p_merchant_id, p_environment, p_secret_hash, p_last_four, p_scopes, p_allowed_cidrs,
    (select p.id from people p where p.id = (p_acting).person_id)
  )
  returning * into key;
  perform log_action(
    p_merchant_id, p_environment, 'key create', key.reference, null, api_key_facts(key), p_acting
  );
  perform notify_owners(p_merchant_id, 'key_created', jsonb_build_object(
    'environment', p_environment, 'what', api_key_name(key)
  ), p_acting);
  return key.reference;
end
$$;
