-- Sets a merchant's webhook URL in one environment and returns the endpoint. The first call stores the encrypted
-- secret, later ones keep the existing one. A disabled or failing endpoint starts with a clean state, and its held
-- events are delivered.
-- Locks the endpoint, then its events.
create or replace function set_webhook_endpoint(p_merchant_id bigint, p_environment text, p_url text, p_secret bytea)
returns webhook_endpoints
language plpgsql set search_path = public, pg_temp as $$
declare
  endpoint webhook_endpoints;
  present constant timestamptz := business_now(p_merchant_id, p_environment);
begin
  insert into webhook_endpoints as w (merchant_id, environment, url, secret, created_at, updated_at)
  values (
    p_merchant_id, p_environment, p_url,
    p_secret, present, present
  )
  on conflict on constraint webhook_endpoint_is_unique do update
    set url = excluded.url, disabled_at = null, disabled_reason = null, failing_since = null, is_slow = false,
      updated_at = present
  returning * into endpoint;
  update events e set delivery_status = 'pending', retries = 0, next_attempt_at = present
  where e.merchant_id = endpoint.merchant_id and e.environment = endpoint.environment and e.delivery_status = 'held';
  perform enqueue_due_deliveries(endpoint.merchant_id, endpoint.environment);
  return endpoint;
end
$$;
