-- Locks the endpoints of events, then the events, each in the order of their ids. Returns the ids of those that are
-- locked now. Without p_waits it passes over what somebody else has locked, with all events of a locked endpoint: so
-- nothing that one merchant does keeps another's events waiting.
create or replace function lock_deliveries(p_event_ids bigint[], p_waits boolean) returns bigint[]
language plpgsql set search_path = public, pg_temp as $$
declare
  endpoints bigint[] := array(
    select distinct w.id from events e
    join webhook_endpoints w on (w.merchant_id, w.environment) = (e.merchant_id, e.environment)
    where e.id = any (p_event_ids)
  );
begin
  if p_waits then
    perform from webhook_endpoints w where w.id = any (endpoints) order by w.id for no key update;
    perform from events e where e.id = any (p_event_ids) order by e.id for update;
    return p_event_ids;
  end if;
  endpoints := array(
    select w.id from webhook_endpoints w where w.id = any (endpoints) order by w.id for no key update skip locked
  );
  return array(
    select e.id from events e
    join webhook_endpoints w on (w.merchant_id, w.environment) = (e.merchant_id, e.environment)
    where e.id = any (p_event_ids) and w.id = any (endpoints)
    order by e.id for update of e skip locked
  );
end
$$;
