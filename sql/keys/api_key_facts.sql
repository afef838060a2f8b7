-- Returns an API key for the audit log.
create or replace function api_key_facts(p_key api_keys) returns jsonb
language sql stable
return jsonb_build_object(
  'merchant', (select m.reference from merchants m where m.id = p_key.merchant_id),
  'environment', p_key.environment, 'lastFour', p_key.last_four, 'scopes', to_jsonb(p_key.scopes),
  'allowedCidrs', to_jsonb(p_key.allowed_cidrs), 'expiresAt', iso_timestamp(p_key.expires_at),
  'revokedAt', iso_timestamp(p_key.revoked_at)
);
