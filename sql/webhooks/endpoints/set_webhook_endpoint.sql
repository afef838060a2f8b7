-- Sets a merchant's webhook URL in one environment and returns the endpoint. The first call stores the encrypted
-- secret, or that of keep_signing_secret(); later ones keep it. A disabled or failing endpoint starts with a clean
-- state. Events that a disabled one held are due from now on: its row says so, so no event is written, however many
-- there are. Locks the endpoint.
create or replace function set_webhook_endpoint(p_merchant_id bigint, p_environment text, p_url text, p_secret bytea)
returns webhook_endpoints
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  endpoint webhook_endpoints;
  kept bytea;
  present constant timestamptz := business_now(p_merchant_id, p_environment);
begin
  delete from signing_secrets s where s.merchant_id = p_merchant_id and s.environment = p_environment
  returning s.secret into kept;
  insert into webhook_endpoints as w (merchant_id, environment, url, secret, created_at, updated_at)
  values (
    p_merchant_id, p_environment, p_url,
    coalesce(kept, p_secret), present, present
  )
  on conflict on constraint webhook_endpoint_is_unique do update
    set url = excluded.url, disabled_at = null, disabled_reason = null, failing_since = null, is_slow = false,
      delivery_round = w.delivery_round + case when w.disabled_at is null then 0 else 1 end, updated_at = present
  returning * into endpoint;
  perform enqueue_deliveries_of_endpoints(array[p_merchant_id], p_environment);
  return endpoint;
end
$$;
