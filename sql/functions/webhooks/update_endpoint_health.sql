-- update_endpoint_health(merchant_id, environment, url, response_status, duration_ms) takes down what an attempt says of an endpoint
-- that still is at url: since when it fails, whether it is slow, and whether it is to be disabled: at once for 410 Gone,
-- and after five days without a success. Its events are then held until a URL is set again. Returns whether it disabled it.
-- An endpoint that goes on as before is not written to.
create or replace function update_endpoint_health(
  merchant_id bigint, environment text, url text, response_status integer, duration_ms integer
) returns boolean
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  endpoint webhook_endpoints;
  present constant timestamptz := business_now(merchant_id, environment);
  slow_from constant integer := 3000;
  is_success constant boolean := coalesce(response_status between 200 and 299, false);
  reason text;
begin
  update webhook_endpoints w
  set is_slow = update_endpoint_health.duration_ms >= slow_from,
    failing_since = case when not is_success then coalesce(w.failing_since, present) end
  where (w.merchant_id, w.environment, w.url)
      = (update_endpoint_health.merchant_id, update_endpoint_health.environment, update_endpoint_health.url)
    and (w.is_slow <> (update_endpoint_health.duration_ms >= slow_from) or (w.failing_since is null) <> is_success);
  if is_success then
    return false;
  end if;

  select * into endpoint from webhook_endpoints w
  where (w.merchant_id, w.environment, w.url)
      = (update_endpoint_health.merchant_id, update_endpoint_health.environment, update_endpoint_health.url)
    and w.disabled_at is null;
  reason := case
    when endpoint.id is null then null
    when response_status = 410 then 'the endpoint answered 410 Gone'
    when endpoint.failing_since <= present - interval '5 days' then 'no delivery succeeded for five days'
  end;
  if reason is null then
    return false;
  end if;
  update webhook_endpoints w set disabled_at = present, disabled_reason = reason, updated_at = present
  where w.id = endpoint.id;
  update events e set delivery_status = 'held', next_attempt_at = null
  where (e.merchant_id, e.environment) = (update_endpoint_health.merchant_id, update_endpoint_health.environment)
    and e.delivery_status = 'pending' and e.claimed_by is null;
  return true;
end
$$;
