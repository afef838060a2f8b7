-- Disables an endpoint that has just failed: at once for 410 Gone, or after five days without a success. Its events are
-- then held until a URL is set again, and a mail to the owners is queued. For update_endpoint_health().
create or replace function disable_failing_endpoint(p_id bigint, p_response_status integer) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  disabled webhook_endpoints;
begin
  update webhook_endpoints w
  set disabled_at = s.present, updated_at = s.present, disabled_reason = case p_response_status
      when 410 then 'the endpoint responded with 410 Gone' else 'no delivery succeeded for five days'
    end
  from (select business_now(e.merchant_id, e.environment) as present from webhook_endpoints e where e.id = p_id) s
  where w.id = p_id and w.disabled_at is null
    and (p_response_status = 410 or w.failing_since <= s.present - interval '5 days')
  returning w.* into disabled;
  if found then
    perform notify_owners(disabled.merchant_id, 'webhook_disabled', jsonb_build_object(
      'actor', null, 'environment', disabled.environment,
      'what', webhook_endpoint_facts(disabled) ->> 'origin', 'reason', disabled.disabled_reason
    ), null);
  end if;
end
$$;
