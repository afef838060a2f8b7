-- set_webhook_endpoint(merchant_id, environment, url, secret) sets where a merchant hears of events in one environment, and
-- returns the endpoint. The first call keeps the encrypted secret, later ones leave the one there is. A disabled or
-- failing endpoint begins anew, and what it held is delivered. Locks the endpoint, then its events.
create or replace function set_webhook_endpoint(merchant_id bigint, environment text, url text, secret bytea)
returns webhook_endpoints
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  endpoint webhook_endpoints;
  present constant timestamptz := business_now(merchant_id, environment);
begin
  insert into webhook_endpoints as w (merchant_id, environment, url, secret, created_at, updated_at)
  values (
    set_webhook_endpoint.merchant_id, set_webhook_endpoint.environment, set_webhook_endpoint.url,
    set_webhook_endpoint.secret, present, present
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
