-- Records events and queues their deliveries, in the transaction of the changes that they report. The data of each is
-- the resource as GET returns it. Returns the events' ids, in order. Without an endpoint an event is stored and not
-- sent; with a disabled one it is held. An event without a trace gets its own. Raises what enqueue_jobs() raises.
--
-- p_sends: the caller's process delivers them itself (workers/webhooks/direct-delivery.ts): none gets a job, and the id
-- of one without an endpoint is null. If the process dies first, the sweep queues them.
create or replace function emit_events(p_events new_event[], p_sends boolean default false) returns bigint[]
language plpgsql set search_path = public, pg_temp as $$
declare
  ids bigint[];
  task text;
  due bigint[];
begin
  with happening as (
    select e.*, new_reference('evt') as reference, business_now(e.merchant_id, e.environment) as happened_at,
      w.id as endpoint_id, w.delivery_round
    from unnest(p_events) with ordinality e
    left join webhook_endpoints w on w.merchant_id = e.merchant_id and w.environment = e.environment
  ), written as (
    insert into events (
      reference, merchant_id, environment, type, subject, delivery_status, next_attempt_at, delivery_round, created_at,
      trace_id
    )
    select h.reference, h.merchant_id, h.environment, h.type, h.data ->> 'reference',
      case when h.endpoint_id is null then 'not_sent' else 'pending' end,
      case when h.endpoint_id is not null then h.happened_at end,
      coalesce(h.delivery_round, 0), h.happened_at, coalesce(h.trace_id, gen_random_uuid())
    from happening h
    order by h.ordinality
    returning id, reference
  ), bodies as (
    insert into event_bodies (event_id, data)
    select n.id, h.data
    from happening h join written n on n.reference = h.reference
    order by n.id
  )
  select array_agg(case when not p_sends or h.endpoint_id is not null then n.id end order by h.ordinality)
  into ids
  from happening h join written n on n.reference = h.reference;
  if p_sends then
    return ids;
  end if;

  -- Events with enough others of their endpoint ahead wait until the attempts of these end, which queues them. Only own
  -- jobs are added here: this may run while money moves, which must not wait for other events' jobs.
  for task, due in
    select delivery_task(w.is_slow), array_agg(e.id order by e.id)
    from events e
    join webhook_endpoints w on w.merchant_id = e.merchant_id and w.environment = e.environment
    where e.id = any (ids) and w.disabled_at is null and delivery_slots(w.is_slow) > (
      select count(*) from (
        select from events o where is_due(o, w) and o.id < e.id
        limit delivery_slots(w.is_slow)
      ) ahead
    )
    group by w.is_slow
  loop
    perform enqueue_jobs(task, due);
  end loop;
  return ids;
end
$$;
