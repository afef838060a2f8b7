-- Queues the due events of a webhook endpoint, oldest first, as many as delivery_slots() allows. Called again by
-- everything that ends an attempt, and by the sweep, so the rest follow. Returns how many jobs it added.
create or replace function enqueue_due_deliveries(p_merchant_id bigint, p_environment text) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  task text;
  free integer;
  present_round integer;
begin
  select delivery_task(w.is_slow), delivery_slots(w.is_slow) - events_in_flight(p_merchant_id, p_environment),
    w.delivery_round
  into task, free, present_round
  from webhook_endpoints w
  where (w.merchant_id, w.environment) = (p_merchant_id, p_environment) and w.disabled_at is null;
  if not found or free <= 0 then
    return 0;
  end if;
  return enqueue_jobs(task, array(
    select due.id
    from (
      select e.id from events e
      where e.merchant_id = p_merchant_id and e.environment = p_environment and e.delivery_status = 'pending'
        and (e.delivery_round, e.next_attempt_at) <= (present_round, business_now(p_merchant_id, p_environment))
        and not is_claimed(e)
      order by e.delivery_round, e.next_attempt_at, e.id limit free
    ) due
    -- A job that is scheduled for later does not count: the event is due now.
    where not has_due_job(task, p_environment, due.id)
  ));
end
$$;
