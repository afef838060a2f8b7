-- Updates an endpoint's health after an attempt, if it still has that URL: failing since when, slow or not.
-- Disables it at once for 410 Gone, or after five days without a success; its events are then held until a URL is
-- set again. If nothing changes, nothing is written.
create or replace function update_endpoint_health(
  p_merchant_id bigint, p_environment text, p_url text, p_response_status integer, p_duration_ms integer
) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  endpoint webhook_endpoints;
  present constant timestamptz := business_now(p_merchant_id, p_environment);
  is_success constant boolean := coalesce(p_response_status between 200 and 299, false);
  reason text;
begin
  update webhook_endpoints w
  set is_slow = is_slow_response(p_duration_ms),
    failing_since = case when not is_success then coalesce(w.failing_since, present) end
  where (w.merchant_id, w.environment, w.url)
      = (p_merchant_id, p_environment, p_url)
    and (w.is_slow <> is_slow_response(p_duration_ms) or (w.failing_since is null) <> is_success);
  if is_success then
    return;
  end if;

  select * into endpoint from webhook_endpoints w
  where (w.merchant_id, w.environment, w.url)
      = (p_merchant_id, p_environment, p_url)
    and w.disabled_at is null;
  reason := case
    when endpoint.id is null then null
    when p_response_status = 410 then 'the endpoint responded with 410 Gone'
    when endpoint.failing_since <= present - interval '5 days' then 'no delivery succeeded for five days'
  end;
  if reason is not null then
    update webhook_endpoints w set disabled_at = present, disabled_reason = reason, updated_at = present
    where w.id = endpoint.id;
  end if;
end
$$;
