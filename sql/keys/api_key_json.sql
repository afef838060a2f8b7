-- Returns an API key as the dashboard shows it.
create or replace function api_key_json(p_key api_keys) returns json
language sql stable
return json_strip_nulls(json_build_object(
  'reference', p_key.reference,
  'prefix', format('sk_%s_', p_key.environment),
  'lastFour', p_key.last_four,
  'status', case
    when p_key.revoked_at is not null then 'revoked'
    when p_key.expires_at <= business_now(p_key.merchant_id, p_key.environment) then 'expired'
    else 'active'
  end,
  'scopes', to_json(p_key.scopes),
  'allowedCidrs', to_json(p_key.allowed_cidrs::text[]),
  'environment', p_key.environment,
  'createdBy', (select p.reference from people p where p.id = p_key.made_by),
  'createdAt', iso_timestamp(p_key.created_at),
  'lastUsedAt', iso_timestamp(p_key.last_used_at),
  'lastUsedAddress', host(p_key.last_used_address),
  'expiresAt', iso_timestamp(p_key.expires_at),
  'revokedAt', iso_timestamp(p_key.revoked_at)
));
