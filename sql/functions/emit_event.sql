-- emit_event(merchant_id, environment, type, data) records an event and queues its delivery, in the transaction of the
-- change that it reports. data is the resource as GET returns it. Returns the event's id.
-- Without an endpoint the event is kept and not sent; with a disabled one it is held.
create or replace function emit_event(merchant_id bigint, environment text, type text, data json) returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare
  reference constant text := new_reference('evt');
  event_id bigint;
  status text;
begin
  select case when w.disabled_at is null then 'pending' else 'held' end into status
  from webhook_endpoints w
  where w.merchant_id = emit_event.merchant_id and w.environment = emit_event.environment;

  insert into events (reference, merchant_id, environment, type, body, delivery_status, next_attempt_at)
  values (
    reference, emit_event.merchant_id, emit_event.environment, emit_event.type,
    row_to_json((
      select body from (
        select reference as id, reference as reference, emit_event.type as type, emit_event.environment as environment,
          iso_timestamp(now()) as "createdAt", emit_event.data as data
      ) body
    ))::text,
    coalesce(status, 'not_sent'),
    case when status = 'pending' then now() end
  )
  returning id into event_id;

  if status = 'pending' then
    perform enqueue_jobs('deliver_webhook', array[event_id]);
  end if;
  return event_id;
end
$$;
