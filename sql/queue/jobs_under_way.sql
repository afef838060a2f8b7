-- The keys of jobs that will be done soon: locked within the last minute, which no task outlives, or due within the
-- next. A job locked for longer was lost by its process, and one due later has failed often; neither may block its row.
create or replace view jobs_under_way as
select queue, key, run_at, locked_at is not null as is_locked from queued_jobs
where key is not null
  and (
    locked_at > now() - interval '1 minute'
    or (locked_at is null and attempts < max_attempts and run_at < now() + interval '1 minute')
  );
