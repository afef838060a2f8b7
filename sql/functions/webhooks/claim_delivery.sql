-- Claims a due event for one worker process. Returns what to send, where, and the encrypted signing secrets.
--
-- Returns no row if the event was deleted after its term, is not due, is being sent already, or is held because the
-- endpoint is disabled or gone.
-- If the job runs in the wrong lane (slow or not), the event is queued in the other. If the endpoint has
-- delivery_slots() events in flight, the event waits until one of them ends. An event that was planned before the
-- endpoint was last enabled starts its schedule again.
-- Locks the endpoint, so that its claims are counted one after the other, then the event.
create or replace function claim_delivery(p_event_id bigint, p_worker_id bigint, p_is_slow boolean)
returns table (
  fence bigint, reference text, body text, url text, secret bytea, previous_secret bytea, merchant_id bigint,
  environment text
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  event events;
  endpoint webhook_endpoints;
begin
  select * into event from events e where e.id = p_event_id;
  if not found then
    return;
  end if;
  select * into endpoint from webhook_endpoints w
  where (w.merchant_id, w.environment) = (event.merchant_id, event.environment)
  for no key update;
  select * into event from events e where e.id = p_event_id for update;
  if event.delivery_status <> 'pending' or endpoint.id is null or endpoint.disabled_at is not null then
    return;
  end if;
  if is_claimed(event)
    or (event.delivery_round, event.next_attempt_at)
      > (endpoint.delivery_round, business_now(event.merchant_id, event.environment))
  then
    return;
  end if;
  if endpoint.is_slow <> p_is_slow then
    perform enqueue_jobs(delivery_task(endpoint.is_slow), array[p_event_id]);
    return;
  end if;
  if events_in_flight(event.merchant_id, event.environment) >= delivery_slots(endpoint.is_slow) then
    return;
  end if;

  return query
  update events e
  set fence = e.fence + 1, claimed_by = p_worker_id, claimed_until = now() + interval '30 seconds',
    retries = case when e.delivery_round = endpoint.delivery_round then e.retries else 0 end,
    delivery_round = endpoint.delivery_round
  where e.id = p_event_id
  returning e.fence, e.reference, e.body, endpoint.url, endpoint.secret,
    case when endpoint.previous_secret_expires_at > business_now(e.merchant_id, e.environment)
      then endpoint.previous_secret end,
    e.merchant_id, e.environment;
end
$$;
