-- Runs a job now, with all its attempts again, for an operator. Raises PB008 if there is no such job, or it is running.
create or replace function retry_job(p_job_id bigint, p_operator text, p_reason text) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  job record;
begin
  select j.task_identifier as task, j.key, j.attempts, j.run_at into job
  from graphile_worker.jobs j where j.id = p_job_id;
  if not exists (
    select from graphile_worker.reschedule_jobs(array[p_job_id], run_at => now(), attempts => 0)
  ) then
    raise exception 'there is no job % that is not running', p_job_id using errcode = 'PB008';
  end if;
  perform log_operator_action(
    'job retry', coalesce(job.key, job.task || ' ' || p_job_id),
    jsonb_build_object('attempts', job.attempts, 'runAt', iso_timestamp(job.run_at)),
    jsonb_build_object('attempts', 0, 'runAt', iso_timestamp(now())), p_operator, p_reason
  );
end
$$;
