-- record_attempt(event_id, fence, ...) records one try at delivering an event and decides what is next.
--
-- fence is what the claim returned: a worker that was overtaken still records what it sent, and decides nothing.
-- A 2xx delivers. 410, and failures for five days without a success, disable the endpoint and hold its events, if it still
-- is at that URL. Anything else is tried again after 5 s, 5 and 30 min, 2, 5, 10, 14, 20 and 24 h, each 20 % more or less,
-- or later where retry_after (at most 24 h) says so; then the event is exhausted. Returns the event's delivery status
-- and the time of the next attempt.
-- Locks the endpoint where its state changes, then the event, as claim_delivery does.
create or replace function record_attempt(
  event_id bigint, fence bigint, url text, request_headers json, response_status integer, response_body text,
  duration_ms integer, error text, retry_after interval, out status text, out next_attempt_at timestamptz
)
language plpgsql set search_path = public, pg_temp as $$
declare
  waits constant interval[] := array[
    interval '5 s', '5 min', '30 min', '2 h', '5 h', '10 h', '14 h', '20 h', '24 h'
  ];
  event events;
  is_disabled boolean;
  present timestamptz;
begin
  select * into strict event from events e where e.id = event_id;
  present := business_now(event.merchant_id, event.environment);
  if event.fence = record_attempt.fence and event.delivery_status = 'pending' then
    is_disabled := update_endpoint_health(
      event.merchant_id, event.environment, record_attempt.url, response_status, record_attempt.duration_ms
    );
  end if;
  select * into strict event from events e where e.id = event_id for update;
  insert into webhook_attempts (
    event_id, number, url, request_headers, response_status, response_body, duration_ms, error, sent_at
  ) values (
    record_attempt.event_id, event.attempts + 1, record_attempt.url, record_attempt.request_headers,
    record_attempt.response_status, record_attempt.response_body, record_attempt.duration_ms, record_attempt.error, present
  );

  if event.fence <> record_attempt.fence or event.delivery_status <> 'pending' then
    update events e set attempts = e.attempts + 1 where e.id = event_id;
    status := event.delivery_status;
    next_attempt_at := event.next_attempt_at;
    return;
  end if;

  status := case
    when response_status between 200 and 299 then 'delivered'
    when is_disabled then 'held'
    when event.retries >= cardinality(waits) then 'exhausted'
    else 'pending'
  end;
  if status = 'pending' then
    next_attempt_at := present + greatest(
      waits[event.retries + 1] * (0.8 + 0.4 * random()),
      case when retry_after is not null then least(retry_after, interval '24 hours') end
    );
  end if;
  update events e
  set attempts = e.attempts + 1, retries = e.retries + 1, delivery_status = record_attempt.status,
    next_attempt_at = record_attempt.next_attempt_at, claimed_by = null, claimed_until = null
  where e.id = event_id;

  if status = 'pending' then
    perform enqueue_jobs(delivery_task(w.is_slow), array[event_id], now() + (next_attempt_at - present))
    from webhook_endpoints w
    where (w.merchant_id, w.environment) = (event.merchant_id, event.environment);
  end if;
  perform enqueue_due_deliveries(event.merchant_id, event.environment);
end
$$;
