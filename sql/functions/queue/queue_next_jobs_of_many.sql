-- As queue_next_jobs(), for several merchants of an environment. All jobs are added in the order of their rows, so that
-- calls which add the same ones at the same time wait for each other in one order.
create or replace function queue_next_jobs_of_many(p_task text, p_environment text, p_merchant_ids bigint[])
returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  next constant bigint[] := array(
    select row_id from unnest(p_merchant_ids) m cross join lateral next_rows(p_task, m, p_environment) row_id
  );
  keys constant text[] := array(select p_task || ':' || row_id from unnest(next) row_id);
  -- By their keys, each of which is looked up: as a join this may read the whole queue.
  under_way constant text[] := array(
    select j.key from jobs_under_way j where j.queue = job_queue(p_task, p_environment) and j.key = any (keys)
  );
begin
  return enqueue_jobs(p_task, array(
    select row_id from unnest(next) row_id where p_task || ':' || row_id <> all (under_way)
  ));
end
$$;
