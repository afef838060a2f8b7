-- Returns the public JSON of a merchant's webhook endpoint in one environment; null if it has none.
create or replace function find_webhook_endpoint(p_merchant_id bigint, p_environment text) returns json
language sql stable security definer set search_path = public, pg_temp
return (
  select webhook_endpoint_json(w) from webhook_endpoints w
  where w.merchant_id = p_merchant_id and w.environment = p_environment
);
