-- Runs a job now, with all its attempts again, for an operator. p_key: its task:id, from queued_jobs. Raises PB008 if
-- there is no such job, or it is running.
create or replace function retry_job(p_key text, p_acting acting) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  job queued_jobs;
begin
  select * into job from queued_jobs j where j.key = p_key and j.locked_at is null;
  if not found then
    raise exception 'there is no job % that is not running', p_key using errcode = 'PB008';
  end if;
  execute format('select from %I.reschedule_jobs(array[$1], run_at => now(), attempts => 0)', job.queue) using job.id;
  perform wake_workers(job.queue, 1);
  perform log_action(
    null, null, 'job retry', p_key,
    jsonb_build_object('attempts', job.attempts, 'runAt', iso_timestamp(job.run_at)),
    jsonb_build_object('attempts', 0, 'runAt', iso_timestamp(now())), p_acting
  );
end
$$;
