-- When: the queue grows, or an alert says that jobs fail.
-- Lists jobs that failed at least once and have not succeeded yet, with their last error. Changes nothing.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -f scripts/ops/queue/failing-jobs.sql'
\ir ../arguments/check.sql
select key, queue, attempts, run_at, mask_text(left(last_error, 200)) as last_error
from queued_jobs
where last_error is not null
order by updated_at desc
limit 100;
commit;
