-- Whether a row has a job that runs or is due: one that is scheduled for later does not count. One look into one queue,
-- as has_job().
create or replace function has_due_job(p_task text, p_environment text, p_row_id bigint) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return exists (
    select from jobs_under_way j
    where j.queue = job_queue(p_task, p_environment) and j.key = p_task || ':' || p_row_id
      and (j.is_locked or j.run_at <= now())
  );
end
$$;
