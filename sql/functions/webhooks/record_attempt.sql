-- Records one delivery attempt and decides what happens next. Returns the event's delivery status ('held' if it waits
-- for its endpoint to be enabled) and the time of the next attempt, if there is one.
--
-- p_fence is what the claim returned; a worker whose claim was taken over only records what it sent. 2xx means
-- delivered. 410, or five days of failures without a success, disable the endpoint and hold its events, if the
-- endpoint still has that URL. Anything else is retried after 5 s, 5 and 30 min, 2, 5, 10, 14, 20 and 24 h, each 20
-- % more or less, or later if p_retry_after (at most 24 h) says so. Then, or after most_attempts(), the event
-- is exhausted.
-- Locks the endpoint if its state changes, then the event, as claim_delivery() does.
create or replace function record_attempt(
  p_event_id bigint, p_fence bigint, p_url text, p_request_headers json, p_response_status integer,
  p_response_body text, p_duration_ms integer, p_error text, p_retry_after interval,
  out status text, out next_attempt_at timestamptz
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  waits constant interval[] := array[
    interval '5 s', '5 min', '30 min', '2 h', '5 h', '10 h', '14 h', '20 h', '24 h'
  ];
  event events;
  is_held boolean;
  present timestamptz;
  due_at timestamptz;
begin
  select * into strict event from events e where e.id = p_event_id;
  present := business_now(event.merchant_id, event.environment);
  if event.fence = p_fence and event.delivery_status = 'pending' then
    perform update_endpoint_health(event.merchant_id, event.environment, p_url, p_response_status, p_duration_ms);
  end if;
  select * into strict event from events e where e.id = p_event_id for update;
  insert into webhook_attempts (
    event_id, number, url, request_headers, response_status, response_body, duration_ms, error, sent_at
  ) values (
    p_event_id, event.attempts + 1, p_url, p_request_headers,
    p_response_status, p_response_body, p_duration_ms, p_error, present
  );

  if event.fence <> p_fence or event.delivery_status <> 'pending' then
    update events e set attempts = e.attempts + 1 where e.id = p_event_id;
    status := event.delivery_status;
    next_attempt_at := event.next_attempt_at;
    return;
  end if;

  is_held := endpoint_refusal(event.merchant_id, event.environment) is not null;
  status := case
    when p_response_status between 200 and 299 then 'delivered'
    when event.attempts + 1 >= most_attempts() then 'exhausted'
    when is_held then 'pending'
    when event.retries >= cardinality(waits) then 'exhausted'
    else 'pending'
  end;
  if status = 'pending' and is_held then
    due_at := present;
  elsif status = 'pending' then
    due_at := present + greatest(
      waits[event.retries + 1] * (0.8 + 0.4 * random()),
      case when p_retry_after is not null then least(p_retry_after, interval '24 hours') end
    );
  end if;
  update events e
  set attempts = e.attempts + 1, retries = e.retries + 1, delivery_status = status,
    next_attempt_at = due_at, claimed_by = null, claimed_until = null
  where e.id = p_event_id;

  if status = 'pending' and is_held then
    status := 'held';
    return;
  elsif status = 'pending' then
    perform enqueue_jobs(delivery_task(w.is_slow), array[p_event_id], now() + (due_at - present))
    from webhook_endpoints w
    where (w.merchant_id, w.environment) = (event.merchant_id, event.environment);
  end if;
  perform enqueue_due_deliveries(event.merchant_id, event.environment);
  next_attempt_at := due_at;
end
$$;
