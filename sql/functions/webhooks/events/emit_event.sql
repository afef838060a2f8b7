-- Records an event and queues its delivery, in the transaction of the change that it reports. p_data is the resource
-- as GET returns it. Returns the event's id. Without an endpoint the event is stored and not sent; with a disabled
-- one it waits.
create or replace function emit_event(p_merchant_id bigint, p_environment text, p_type text, p_data json) returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare
  event_reference constant text := new_reference('evt');
  event_id bigint;
  endpoint webhook_endpoints;
  waiting_before integer;
  happened_at constant timestamptz := business_now(p_merchant_id, p_environment);
begin
  select * into endpoint from webhook_endpoints w
  where w.merchant_id = p_merchant_id and w.environment = p_environment;

  if endpoint.id is not null and endpoint.disabled_at is null then
    select count(*) into waiting_before from (
      select from events e
      where e.merchant_id = p_merchant_id and e.environment = p_environment and e.delivery_status = 'pending'
        and (e.delivery_round, e.next_attempt_at) <= (endpoint.delivery_round, happened_at)
      limit delivery_slots(endpoint.is_slow)
    ) waiting;
  end if;

  insert into events (
    reference, merchant_id, environment, type, subject, body, delivery_status, next_attempt_at, delivery_round,
    created_at
  )
  values (
    event_reference, p_merchant_id, p_environment, p_type, p_data ->> 'reference',
    row_to_json((
      select body from (
        select event_reference as id, event_reference as reference, p_type as type, p_environment as environment,
          iso_timestamp(happened_at) as "createdAt", p_data as data
      ) body
    ))::text,
    case when endpoint.id is null then 'not_sent' else 'pending' end,
    case when endpoint.id is not null then happened_at end,
    coalesce(endpoint.delivery_round, 0),
    happened_at
  )
  returning id into event_id;

  -- If enough events are ahead of it, it waits until their attempts end, which queues it. Only its own job is added
  -- here: this may run while money moves, which must not wait for other events' jobs.
  if waiting_before < delivery_slots(endpoint.is_slow) then
    perform enqueue_jobs(delivery_task(endpoint.is_slow), array[event_id]);
  end if;
  return event_id;
end
$$;
