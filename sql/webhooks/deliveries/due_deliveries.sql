-- Returns the due events of a webhook endpoint that are not being sent, oldest first, as many as delivery_slots()
-- leaves. None if the endpoint is disabled.
create or replace function due_deliveries(p_merchant_id bigint, p_environment text) returns setof bigint
language plpgsql stable set search_path = public, pg_temp as $$
declare
  free integer;
  present_round integer;
begin
  select delivery_slots(w.is_slow) - events_in_flight(p_merchant_id, p_environment), w.delivery_round
  into free, present_round
  from webhook_endpoints w
  where (w.merchant_id, w.environment) = (p_merchant_id, p_environment) and w.disabled_at is null;
  if not found or free <= 0 then
    return;
  end if;
  return query
  select e.id from events e
  where e.merchant_id = p_merchant_id and e.environment = p_environment and e.delivery_status = 'pending'
    and (e.delivery_round, e.next_attempt_at) <= (present_round, business_now(p_merchant_id, p_environment))
    and not is_claimed(e)
  order by e.delivery_round, e.next_attempt_at, e.id limit free;
end
$$;
