-- Adds an API key, of whose secret only the SHA-256 and the last four characters come here, and returns its reference.
-- p_allowed_cidrs empty: from anywhere. An operator's action.
create or replace function create_api_key(
  p_merchant_id bigint, p_environment text, p_secret_hash bytea, p_last_four text, p_scopes text[],
  p_allowed_cidrs cidr[], p_operator text, p_reason text
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  key api_keys;
begin
  insert into api_keys (reference, merchant_id, environment, secret_hash, last_four, scopes, allowed_cidrs)
  values (
    new_reference('key'), p_merchant_id, p_environment, p_secret_hash, p_last_four, p_scopes, p_allowed_cidrs
  )
  returning * into key;
  perform log_operator_action('key create', key.reference, null, api_key_facts(key), p_operator, p_reason);
  return key.reference;
end
$$;
