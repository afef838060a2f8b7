-- When: jobs do not run, or a worker process may be gone.
-- Lists the worker processes with the age of their heartbeats and the jobs that they hold. Changes nothing.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -f scripts/ops/queue/workers.sql'
\ir ../arguments/check.sql
select * from list_workers();
commit;
