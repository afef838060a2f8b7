-- Returns the webhook endpoint as the API shows it, without its secrets.
create or replace function webhook_endpoint_json(p_endpoint webhook_endpoints) returns json
language sql stable
return json_strip_nulls(json_build_object(
  'url', p_endpoint.url,
  'status', case when p_endpoint.disabled_at is null then 'enabled' else 'disabled' end,
  'disabledAt', iso_timestamp(p_endpoint.disabled_at),
  'disabledReason', p_endpoint.disabled_reason,
  'failingSince', iso_timestamp(p_endpoint.failing_since),
  'previousSecretExpiresAt', case
    when p_endpoint.previous_secret_expires_at > business_now(p_endpoint.merchant_id, p_endpoint.environment)
      then iso_timestamp(p_endpoint.previous_secret_expires_at)
  end,
  'environment', p_endpoint.environment,
  'createdAt', iso_timestamp(p_endpoint.created_at),
  'updatedAt', iso_timestamp(p_endpoint.updated_at)
));
