-- The keys of the jobs that will be done soon, as far as anyone can tell: locked within the last minute, which no task
-- outlives, or free to run within the next. A job that is locked longer was lost by its process (an answer of the
-- database that never arrived is enough), and one that waits longer has failed often: neither may hold its row up.
drop view if exists jobs_under_way;
create view jobs_under_way as
select key, run_at, locked_at is not null as is_locked from graphile_worker.jobs
where key is not null
  and (
    locked_at > now() - interval '1 minute'
    or (locked_at is null and attempts < max_attempts and run_at < now() + interval '1 minute')
  );
