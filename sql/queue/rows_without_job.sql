-- Returns the rows without a job of a task that will be done soon: one that was locked within the last minute, which no
-- task outlives, or is due within the next; with p_now, is due. A job locked for longer was lost by its process, and
-- one due later has failed often; neither may block its row. Probes one queue for the key of each: within a larger
-- query this would be planned as a join, which may read the whole queue.
create or replace function rows_without_job(
  p_task text, p_environment text, p_row_ids bigint[], p_now boolean default false
) returns bigint[]
language plpgsql stable set search_path = public, pg_temp as $$
declare
  keys constant text[] := array(select p_task || ':' || row_id from unnest(p_row_ids) row_id);
  soon constant timestamptz := now() + case when p_now then interval '0' else interval '1 minute' end;
  with_job constant text[] := array(
    select j.key from queued_jobs j
    where j.queue = job_queue(p_task, p_environment) and j.key = any (keys) and (
      j.locked_at > now() - interval '1 minute'
      or j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= soon
    )
  );
begin
  return array(select row_id from unnest(p_row_ids) row_id where p_task || ':' || row_id <> all (with_job));
end
$$;
