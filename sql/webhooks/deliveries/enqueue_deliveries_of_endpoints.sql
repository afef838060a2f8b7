-- Queues the due events of webhook endpoints (due_deliveries) that have no job, in one call per lane. The endpoints are
-- those of some merchants in one environment. p_most: at most so many per endpoint, the first that are due; all if
-- null. Returns how many jobs it added.
create or replace function enqueue_deliveries_of_endpoints(
  p_merchant_ids bigint[], p_environment text, p_most integer default null
)
returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  task text;
  due bigint[];
  added integer := 0;
begin
  for task, due in
    select delivery_task(w.is_slow), array_agg(d.id)
    from unnest(p_merchant_ids) t (merchant_id)
    join webhook_endpoints w on (w.merchant_id, w.environment) = (t.merchant_id, p_environment)
    cross join lateral (select id from due_deliveries(t.merchant_id, p_environment) id limit p_most) d
    group by w.is_slow
  loop
    -- A job that is scheduled for later does not count: the event is due now.
    due := array(
      select id from unnest(due) id
      except
      select substring(j.key from ':(.*)')::bigint from jobs_under_way j
      where j.queue = job_queue(task, p_environment)
        and j.key = any (array(select task || ':' || id from unnest(due) id))
        and (j.is_locked or j.run_at <= now())
    );
    if cardinality(due) > 0 then
      added := added + enqueue_jobs(task, due);
    end if;
  end loop;
  return added;
end
$$;
