-- Updates an endpoint's health after an attempt: failing since when, slow or not. A slow one stays slow for twenty
-- times as long as its slow response took: one that hangs, and is fast in between, holds few of the other lane's slots.
-- Of an attempt at an earlier URL (not p_is_current) only that it was slow counts. Disables an endpoint at once for 410
-- Gone, or after five days without a success; its events are then held until a URL is set again, and a mail to the
-- owners is queued. Where nothing changes, nothing is written. record_attempts() calls it, and has the endpoint locked.
create or replace function update_endpoint_health(
  p_id bigint, p_response_status integer, p_duration_ms integer, p_is_current boolean
) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  is_success constant boolean := coalesce(p_response_status between 200 and 299, false);
  is_slow_now constant boolean := is_slow_response(p_duration_ms);
  present timestamptz := (select business_now(w.merchant_id, w.environment) from webhook_endpoints w where w.id = p_id);
  disabled webhook_endpoints;
begin
  update webhook_endpoints w
  set is_slow = is_slow_now or w.slow_until > now(),
    slow_until = case
      when is_slow_now then greatest(w.slow_until, now() + 20 * make_interval(secs => p_duration_ms / 1000.0))
      else w.slow_until
    end,
    failing_since = case
      when not p_is_current then w.failing_since
      when not is_success then coalesce(w.failing_since, present)
    end
  where w.id = p_id and (
    is_slow_now or (w.is_slow and w.slow_until <= now()) or (p_is_current and (w.failing_since is null) <> is_success)
  );

  update webhook_endpoints w
  set disabled_at = present, updated_at = present, disabled_reason = case p_response_status
      when 410 then 'the endpoint responded with 410 Gone' else 'no delivery succeeded for five days'
    end
  where w.id = p_id and p_is_current and w.disabled_at is null and not is_success
    and (p_response_status = 410 or w.failing_since <= present - interval '5 days')
  returning * into disabled;
  if found then
    perform notify_owners(disabled.merchant_id, 'webhook_disabled', jsonb_build_object(
      'actor', null, 'environment', disabled.environment,
      'what', webhook_endpoint_facts(disabled) ->> 'origin', 'reason', disabled.disabled_reason
    ), null);
  end if;
end
$$;
