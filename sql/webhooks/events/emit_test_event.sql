-- Sends the merchant's endpoint a real, signed webhook.test event. Returns outcome 'queued' with the event,
-- 'no_endpoint' or 'endpoint_disabled'.
create or replace function emit_test_event(
  p_merchant_id bigint, p_environment text, p_trace_id uuid default null, out outcome text, out event json
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  event_id bigint;
begin
  outcome := coalesce(endpoint_refusal(p_merchant_id, p_environment), 'queued');
  if outcome <> 'queued' then
    return;
  end if;
  event_id := emit_event(
    p_merchant_id, p_environment, 'webhook.test',
    json_build_object('message', 'This is a test. Nothing has happened.'), p_trace_id
  );
  event := (select event_json(e) from events e where e.id = event_id);
end
$$;
