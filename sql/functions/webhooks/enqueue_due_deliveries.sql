-- enqueue_due_deliveries(merchant_id, environment) gives the events that are due at a webhook endpoint their jobs, as many as may
-- be sent at once: the oldest first, four of them, or one where the endpoint is slow. The others wait; whatever ends an
-- attempt, brings an event or sweeps calls this again. Returns how many jobs it added.
create or replace function enqueue_due_deliveries(merchant_id bigint, environment text) returns integer
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  tenant constant bigint := merchant_id;
  tenant_environment constant text := environment;
  task text;
  free integer;
begin
  select delivery_task(w.is_slow), delivery_slots(w.is_slow) - events_in_flight(tenant, tenant_environment)
  into task, free
  from webhook_endpoints w
  where (w.merchant_id, w.environment) = (tenant, tenant_environment) and w.disabled_at is null;
  if not found or free <= 0 then
    return 0;
  end if;
  return enqueue_jobs(task, array(
    select due.id
    from (
      select e.id from events e
      where e.merchant_id = tenant and e.environment = tenant_environment and e.delivery_status = 'pending'
        and e.next_attempt_at <= business_now(tenant, tenant_environment) and not is_claimed(e)
      order by e.next_attempt_at, e.id limit free
    ) due
    -- A job that was planned for later does not count: the event is due now.
    where not exists (
      select from jobs_under_way j where j.key = task || ':' || due.id and (j.is_locked or j.run_at <= now())
    )
  ));
end
$$;
