-- Records delivery attempts of any merchants, and decides for each what happens next. Takes a JSON array of
-- made_attempt: takes is how many other events of the endpoint its worker can send next. p_is_slow: the lane of the
-- worker.
--
-- Returns a row for each, with ordinal (from 1) and outcome: 'recorded', also where the event is gone, or 'locked'.
-- Then, without an ordinal, the claims of the other events that the worker now sends.
--
-- A fence is what the claim returned; a worker whose claim was taken over only records what it sent. 2xx means
-- delivered. 410, or five days of failures without a success, disable the endpoint and hold its events, if the endpoint
-- still has that URL. Anything else is retried after 5 s, 5 and 30 min, 2, 5, 10, 14, 20 and 24 h, each 20 % more or
-- less, or later if Retry-After (at most 24 h) says so. Then, or after most_attempts(), the event is exhausted.
--
-- Locks like lock_deliveries(), and skips what it skips; of two attempts of one event, the second. Those are 'locked',
-- and nothing was done: record them again, with p_waits. Plans are made once (sql/README.md).
create or replace function record_attempts(p_attempts json, p_worker_id bigint, p_is_slow boolean, p_waits boolean)
returns table (
  ordinal bigint, outcome text, event_id bigint, fence bigint, reference text, body text, url text, secret bytea,
  previous_secret bytea, merchant_id bigint, environment text, trace_id uuid
)
language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  waits constant interval[] := array[
    interval '5 s', '5 min', '30 min', '2 h', '5 h', '10 h', '14 h', '20 h', '24 h'
  ];
  made constant made_attempt[] := array(select a from json_populate_recordset(null::made_attempt, p_attempts) a);
  locked constant bigint[] := lock_deliveries(array(select m.event_id from unnest(made) m), p_waits);
  -- By ordinal: those to record.
  free constant bigint[] := array(
    select min(m.ordinality) from unnest(made) with ordinality m where m.event_id = any (locked) group by m.event_id
  );
  living constant bigint[] := living_workers();
  ends attempt_end[];
  taken bigint[];
  attempt record;
begin
  -- Only where it changes something, or an endpoint may have to be disabled: an endpoint that is well stays so.
  for attempt in
    select w.id as endpoint_id, a.status, a.duration_ms, w.url = a.url as is_current
    from unnest(made) with ordinality a
    join events e on e.id = a.event_id and e.fence = a.fence and e.delivery_status = 'pending'
    join webhook_endpoints w on w.merchant_id = e.merchant_id and w.environment = e.environment
    where a.ordinality = any (free)
      and (
        coalesce(a.status not between 200 and 299, true) or w.failing_since is not null
        or w.is_slow or is_slow_response(a.duration_ms)
      )
    order by a.ordinality
  loop
    perform update_endpoint_health(
      attempt.endpoint_id, attempt.status, attempt.duration_ms, attempt.is_current
    );
  end loop;

  with ended as (
    select a.*, e.merchant_id, e.environment, e.attempts + 1 as number, e.retries, e.delivery_status,
      e.next_attempt_at, business_now(e.merchant_id, e.environment) as present,
      e.fence = a.fence and e.delivery_status = 'pending' as is_current,
      w.id is null or w.disabled_at is not null as is_held
    from unnest(made) with ordinality a
    join events e on e.id = a.event_id
    left join webhook_endpoints w on w.merchant_id = e.merchant_id and w.environment = e.environment
    where a.ordinality = any (free)
  ),
  planned as materialized (
    select a.*, d.outcome, case
      when not a.is_current then a.next_attempt_at
      when d.outcome <> 'pending' then null
      when a.is_held then a.present
      else a.present + greatest(
        waits[a.retries + 1] * (0.8 + 0.4 * random()),
        case when a.retry_after_seconds is not null then
          least(make_interval(secs => a.retry_after_seconds), interval '24 hours')
        end
      )
    end as due_at
    from ended a
    cross join lateral (
      select case
        when not a.is_current then a.delivery_status
        when a.status between 200 and 299 then 'delivered'
        when a.number >= most_attempts() then 'exhausted'
        when a.is_held then 'pending'
        when a.retries >= cardinality(waits) then 'exhausted'
        else 'pending'
      end as outcome
    ) d
  ),
  written as (
    insert into webhook_attempts (
      event_id, number, url, request_headers, response_status, response_body, response_cut, duration_ms, error,
      sent_at
    )
    select p.event_id, p.number, p.url, p.request_headers, p.status, p.body, p.is_cut, p.duration_ms, p.error, p.present
    from planned p
  ),
  changed as (
    update events e
    set attempts = p.number, retries = p.retries + p.is_current::integer, delivery_status = p.outcome,
      next_attempt_at = p.due_at,
      claimed_by = case when not p.is_current then e.claimed_by end,
      claimed_until = case when not p.is_current then e.claimed_until end
    from planned p where e.id = p.event_id
  )
  select array_agg((
    p.event_id, p.merchant_id, p.environment, case when not p.is_held then p.due_at end, p.takes
  )::attempt_end order by p.ordinality)
  into ends
  from planned p where p.is_current;

  perform enqueue_jobs(
    delivery_task(w.is_slow), array[r.event_id], now() + (r.due_at - business_now(r.merchant_id, r.environment))
  )
  from unnest(ends) r
  join webhook_endpoints w on (w.merchant_id, w.environment) = (r.merchant_id, r.environment)
  where r.due_at is not null
  order by r.event_id;

  return query
  select m.ordinality, case
      when m.ordinality = any (free) or not exists (select from events e where e.id = m.event_id) then 'recorded'
      else 'locked'
    end, (null::claimed_delivery).*
  from unnest(made) with ordinality m;

  taken := array(
    select due.id
    from (
      select r.merchant_id, r.environment, sum(r.takes) as takes from unnest(ends) r
      where r.takes > 0 group by r.merchant_id, r.environment
    ) t
    join webhook_endpoints w on w.merchant_id = t.merchant_id and w.environment = t.environment
    cross join lateral (
      select e.id from events e
      where is_due(e, w) and not is_claimed_by(e, living)
      order by e.delivery_round, e.next_attempt_at, e.id
      limit least(t.takes, free_delivery_slots(w, living))
      -- Whoever plans a locked event queues it too.
      for update skip locked
    ) due
    where w.is_slow = p_is_slow
  );
  if cardinality(taken) > 0 then
    return query select null::bigint, null, d.* from start_deliveries(taken, p_worker_id) d;
  end if;

  -- Free slots go to the queue, with the event that is due next: its job takes others too. If its receiver hangs, the
  -- sweep queues those.
  perform enqueue_deliveries_of_endpoints(array_agg(r.merchant_id), r.environment, 1)
  from (
    select r.merchant_id, r.environment
    from unnest(ends) r
    join webhook_endpoints w on w.merchant_id = r.merchant_id and w.environment = r.environment
    group by r.merchant_id, r.environment, w.id
    having sum(r.takes) < count(*) or w.is_slow <> p_is_slow
  ) r
  group by r.environment;
end
$$;
