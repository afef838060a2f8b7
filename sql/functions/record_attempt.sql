-- record_attempt(event_id, fence, ...) records one try at delivering an event and decides what is next.
--
-- fence is what the claim returned: a worker that was overtaken still records what it sent, and decides nothing.
-- A 2xx delivers. 410 disables the endpoint and holds the event, if the endpoint still is at that URL. Anything else
-- is tried again after 5 s, 5 and 30 min, 2, 5, 10, 14, 20 and 24 h, each 20 % more or less, or later where retry_after
-- (at most 24 h) says so; then the event is exhausted. Returns the event's delivery status and the time of the next
-- attempt.
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
  is_gone boolean;
begin
  select * into strict event from events e where e.id = event_id for update;
  insert into webhook_attempts (
    event_id, number, url, request_headers, response_status, response_body, duration_ms, error
  ) values (
    record_attempt.event_id, event.attempts + 1, record_attempt.url, record_attempt.request_headers,
    record_attempt.response_status, record_attempt.response_body, record_attempt.duration_ms, record_attempt.error
  );

  if event.fence <> record_attempt.fence or event.delivery_status <> 'pending' then
    update events e set attempts = e.attempts + 1 where e.id = event_id;
    status := event.delivery_status;
    next_attempt_at := event.next_attempt_at;
    return;
  end if;

  if response_status = 410 then
    update webhook_endpoints w
    set disabled_at = now(), disabled_reason = 'the endpoint answered 410 Gone', updated_at = now()
    where (w.merchant_id, w.environment, w.url) = (event.merchant_id, event.environment, record_attempt.url)
      and w.disabled_at is null;
    is_gone := found;
  end if;
  status := case
    when response_status between 200 and 299 then 'delivered'
    when is_gone then 'held'
    when event.attempts >= cardinality(waits) then 'exhausted'
    else 'pending'
  end;
  if status = 'pending' then
    next_attempt_at := now() + greatest(
      waits[event.attempts + 1] * (0.8 + 0.4 * random()),
      case when retry_after is not null then least(retry_after, interval '24 hours') end
    );
  end if;
  update events e
  set attempts = e.attempts + 1, delivery_status = record_attempt.status, next_attempt_at = record_attempt.next_attempt_at
  where e.id = event_id;

  if status = 'pending' then
    perform enqueue_jobs('deliver_webhook', array[event_id], next_attempt_at);
  end if;
end
$$;
