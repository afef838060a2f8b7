-- Whether a row has a job that will be done soon. Reads one queue, for one row: as part of a larger query it would be
-- planned as a join, which may read the whole queue.
create or replace function has_job(p_task text, p_environment text, p_row_id bigint) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return exists (
    select from jobs_under_way j
    where j.queue = job_queue(p_task, p_environment) and j.key = p_task || ':' || p_row_id
  );
end
$$;
