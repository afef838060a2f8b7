-- Delivers an event again, now and with all its attempts, for an operator, like replay_event() for its merchant. Raises
-- PB008 if there is no such event, or its endpoint cannot be delivered to. Locks the event.
create or replace function resend_event(p_reference text, p_acting acting) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  event events;
  result text;
begin
  select * into event from events e where e.reference = p_reference for update;
  if not found then
    raise exception 'there is no event %', p_reference using errcode = 'PB008';
  end if;
  result := (replay_event(event.merchant_id, event.environment, event.reference)).outcome;
  if result <> 'queued' then
    raise exception 'event % cannot be delivered: %', p_reference, replace(result, '_', ' ') using errcode = 'PB008';
  end if;
  perform log_action(
    event.merchant_id, event.environment, 'event resend', event.reference,
    jsonb_build_object('delivery', event.delivery_status, 'retries', event.retries),
    jsonb_build_object('delivery', 'pending', 'retries', 0), p_acting
  );
end
$$;
