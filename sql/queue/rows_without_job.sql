-- Returns the rows without a job of a task that will be done soon; with p_now, without one that is due or running.
-- Probes one queue for the key of each: within a larger query this would be planned as a join, which may read the whole
-- queue.
create or replace function rows_without_job(
  p_task text, p_environment text, p_row_ids bigint[], p_now boolean default false
) returns bigint[]
language plpgsql stable set search_path = public, pg_temp as $$
declare
  keys constant text[] := array(select p_task || ':' || row_id from unnest(p_row_ids) row_id);
  under_way constant text[] := array(
    select j.key from jobs_under_way j where j.queue = job_queue(p_task, p_environment) and j.key = any (keys)
      and (not p_now or j.is_locked or j.run_at <= now())
  );
begin
  return array(select row_id from unnest(p_row_ids) row_id where p_task || ':' || row_id <> all (under_way));
end
$$;
