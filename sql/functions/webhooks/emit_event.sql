-- emit_event(merchant_id, environment, type, data) records an event and queues its delivery, in the transaction of the
-- change that it reports. data is the resource as GET returns it. Returns the event's id.
-- Without an endpoint the event is kept and not sent; with a disabled one it is held.
create or replace function emit_event(merchant_id bigint, environment text, type text, data json) returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare
  reference constant text := new_reference('evt');
  event_id bigint;
  status text;
  is_slow boolean;
  waiting_before integer;
  happened_at constant timestamptz := business_now(merchant_id, environment);
begin
  select case when w.disabled_at is null then 'pending' else 'held' end, w.is_slow into status, is_slow
  from webhook_endpoints w
  where w.merchant_id = emit_event.merchant_id and w.environment = emit_event.environment;

  if status = 'pending' then
    select count(*) into waiting_before from (
      select from events e
      where e.merchant_id = emit_event.merchant_id and e.environment = emit_event.environment
        and e.delivery_status = 'pending' and e.next_attempt_at <= happened_at
      limit delivery_slots(is_slow)
    ) waiting;
  end if;

  insert into events (reference, merchant_id, environment, type, body, delivery_status, next_attempt_at, created_at)
  values (
    reference, emit_event.merchant_id, emit_event.environment, emit_event.type,
    row_to_json((
      select body from (
        select reference as id, reference as reference, emit_event.type as type, emit_event.environment as environment,
          iso_timestamp(happened_at) as "createdAt", emit_event.data as data
      ) body
    ))::text,
    coalesce(status, 'not_sent'),
    case when status = 'pending' then happened_at end,
    happened_at
  )
  returning id into event_id;

  -- Behind enough others it waits: whoever ends their attempts wakes it. Only its own job is added here, since this may
  -- be in the middle of a movement of money, which must not wait for other events' jobs.
  if waiting_before < delivery_slots(is_slow) then
    perform enqueue_jobs(delivery_task(is_slow), array[event_id]);
  end if;
  return event_id;
end
$$;
