-- replay_event(merchant_id, environment, reference) delivers an event again, now and with all its attempts, whatever became
-- of it before: the same bytes, freshly signed. Returns outcome 'queued' with the event, 'not_found', 'no_endpoint' or
-- 'endpoint_disabled'. Locks the event.
create or replace function replay_event(
  merchant_id bigint, environment text, reference text, out outcome text, out event json
)
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  replayed events;
begin
  select * into replayed from events e
  where (e.merchant_id, e.environment, e.reference)
    = (replay_event.merchant_id, replay_event.environment, replay_event.reference);
  outcome := case
    when replayed.id is null then 'not_found'
    else coalesce(endpoint_refusal(replayed.merchant_id, replayed.environment), 'queued')
  end;
  if outcome <> 'queued' then
    return;
  end if;
  update events e
  set delivery_status = 'pending', retries = 0, next_attempt_at = business_now(e.merchant_id, e.environment)
  where e.id = replayed.id
  returning * into replayed;
  perform enqueue_jobs(delivery_task(w.is_slow), array[replayed.id])
  from webhook_endpoints w
  where (w.merchant_id, w.environment) = (replayed.merchant_id, replayed.environment);
  event := event_json(replayed);
end
$$;
