-- Returns a merchant's webhook endpoint for the audit log: only the origin of its URL, since the rest may hold a secret
-- of the merchant's.
create or replace function webhook_endpoint_facts(p_endpoint webhook_endpoints) returns jsonb
language sql stable
return jsonb_build_object(
  'environment', p_endpoint.environment, 'origin', substring(p_endpoint.url from '^[a-z]+://[^/?#]+'),
  'disabledReason', p_endpoint.disabled_reason,
  'previousSecretExpiresAt', iso_timestamp(p_endpoint.previous_secret_expires_at)
);
