-- Delivers an event again, now and with all its attempts, in any state: the same bytes with a new signature.
-- Returns outcome 'queued' with the event, 'not_found', 'too_many_attempts' after most_attempts(), 'no_endpoint' or
-- 'endpoint_disabled'. Locks the event.
create or replace function replay_event(
  p_merchant_id bigint, p_environment text, p_reference text, out outcome text, out event json
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  replayed events;
begin
  select * into replayed from events e
  where (e.merchant_id, e.environment, e.reference)
    = (p_merchant_id, p_environment, p_reference);
  outcome := case
    when replayed.id is null then 'not_found'
    when replayed.attempts >= most_attempts() then 'too_many_attempts'
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
