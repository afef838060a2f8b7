-- webhook_endpoint_json(endpoint) returns the webhook endpoint as the API shows it; its secrets are not part of it.
--
-- Its body is bound when it is created, which pins its names, and is inlined where it is used.
create or replace function webhook_endpoint_json(endpoint webhook_endpoints) returns json
language sql stable
return json_strip_nulls(json_build_object(
  'url', endpoint.url,
  'status', case when endpoint.disabled_at is null then 'enabled' else 'disabled' end,
  'disabledAt', iso_timestamp(endpoint.disabled_at),
  'disabledReason', endpoint.disabled_reason,
  'failingSince', iso_timestamp(endpoint.failing_since),
  'previousSecretExpiresAt', case
    when endpoint.previous_secret_expires_at > business_now(endpoint.merchant_id, endpoint.environment)
      then iso_timestamp(endpoint.previous_secret_expires_at)
  end,
  'environment', endpoint.environment,
  'createdAt', iso_timestamp(endpoint.created_at),
  'updatedAt', iso_timestamp(endpoint.updated_at)
));
