-- Locks the endpoints of events, then the events, each in id order. Returns the ids of the locked events. Without
-- p_waits it skips what is locked, with all events of a locked endpoint: so no merchant delays another's events.
--
-- Read the rows in a later statement: this one may not see what their last holder did.
create or replace function lock_deliveries(p_event_ids bigint[], p_waits boolean) returns bigint[]
language plpgsql set search_path = public, pg_temp as $$
begin
  if p_waits then
    perform from webhook_endpoints w
    where (w.merchant_id, w.environment) in (
      select e.merchant_id, e.environment from events e where e.id = any (p_event_ids)
    )
    order by w.id for no key update;
    perform from events e where e.id = any (p_event_ids) order by e.id for update;
    return p_event_ids;
  end if;
  return array(
    with endpoint as materialized (
      select w.merchant_id, w.environment from webhook_endpoints w
      where (w.merchant_id, w.environment) in (
        select e.merchant_id, e.environment from events e where e.id = any (p_event_ids)
      )
      order by w.id for no key update skip locked
    )
    select e.id from events e
    where e.id = any (p_event_ids) and (e.merchant_id, e.environment) in (select * from endpoint)
    order by e.id for update skip locked
  );
end
$$;
