-- Queues the due events of enabled webhook endpoints that have no job and are not being sent, oldest first, in one call
-- per lane: as many per endpoint as delivery_slots() leaves. The endpoints are those of some merchants in one
-- environment. p_most: at most so many per endpoint, the first that are due; all if null. Called by everything that
-- makes events due, and by the sweep. Returns how many jobs it added.
create or replace function enqueue_deliveries_of_endpoints(
  p_merchant_ids bigint[], p_environment text, p_most integer default null
)
returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  living constant bigint[] := living_workers();
  task text;
  due bigint[];
  added integer := 0;
begin
  for task, due in
    select delivery_task(w.is_slow), array_agg(d.id)
    from unnest(p_merchant_ids) t (merchant_id)
    join webhook_endpoints w on (w.merchant_id, w.environment) = (t.merchant_id, p_environment)
    cross join lateral (
      select e.id from events e
      where is_due(e, w) and not is_claimed_by(e, living)
      order by e.delivery_round, e.next_attempt_at, e.id
      limit least(p_most, free_delivery_slots(w, living))
    ) d
    group by w.is_slow
  loop
    -- A job that is scheduled for later does not count: the event is due now.
    added := added + enqueue_jobs(task, rows_without_job(task, p_environment, due, p_now => true));
  end loop;
  return added;
end
$$;
