-- emit_test_event(merchant_id, environment) sends the merchant's endpoint a real, signed event that reports nothing:
-- webhook.test. Returns outcome 'queued' with the event, 'no_endpoint' or 'endpoint_disabled'.
create or replace function emit_test_event(merchant_id bigint, environment text, out outcome text, out event json)
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  event_id bigint;
begin
  outcome := coalesce(endpoint_refusal(emit_test_event.merchant_id, emit_test_event.environment), 'queued');
  if outcome <> 'queued' then
    return;
  end if;
  event_id := emit_event(
    emit_test_event.merchant_id, emit_test_event.environment, 'webhook.test',
    json_build_object('message', 'This is a test. Nothing has happened.')
  );
  event := (select event_json(e) from events e where e.id = event_id);
end
$$;
