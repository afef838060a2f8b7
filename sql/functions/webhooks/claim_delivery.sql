-- claim_delivery(event_id, worker_id, is_slow) takes a due event for one worker process: what to send, where, under which
-- encrypted secrets.
--
-- Returns nothing where the event is not due, or being sent. Where the endpoint has been disabled or removed the event
-- is held instead; where the endpoint is slow and the job is not in the slow lane, or the other way round, it is queued
-- in the right one; and where enough of the endpoint's events are on their way it waits to be woken.
-- Locks the endpoint, so that its claims are counted one after the other, then the event.
drop function if exists claim_delivery(bigint);

create or replace function claim_delivery(event_id bigint, worker_id bigint, is_slow boolean)
returns table (
  fence bigint, reference text, body text, url text, secret bytea, previous_secret bytea, merchant_id bigint, environment text
)
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  event events;
  endpoint webhook_endpoints;
  slow_lane constant boolean := is_slow;
begin
  select * into strict event from events e where e.id = event_id;
  select * into endpoint from webhook_endpoints w
  where (w.merchant_id, w.environment) = (event.merchant_id, event.environment)
  for no key update;
  select * into event from events e where e.id = event_id for update;
  if event.delivery_status <> 'pending' then
    return;
  end if;
  if endpoint.id is null or endpoint.disabled_at is not null then
    update events e set delivery_status = 'held', next_attempt_at = null, claimed_by = null, claimed_until = null
    where e.id = event_id;
    return;
  end if;
  if is_claimed(event) or event.next_attempt_at > business_now(event.merchant_id, event.environment) then
    return;
  end if;
  if endpoint.is_slow <> slow_lane then
    perform enqueue_jobs(delivery_task(endpoint.is_slow), array[event_id]);
    return;
  end if;
  if events_in_flight(event.merchant_id, event.environment) >= delivery_slots(endpoint.is_slow) then
    return;
  end if;

  return query
  update events e
  set fence = e.fence + 1, claimed_by = worker_id, claimed_until = now() + interval '30 seconds'
  where e.id = event_id
  returning e.fence, e.reference, e.body, endpoint.url, endpoint.secret,
    case when endpoint.previous_secret_expires_at > business_now(e.merchant_id, e.environment)
      then endpoint.previous_secret end,
    e.merchant_id, e.environment;
end
$$;
