-- When: the queue grows, or an alert says that jobs fail.
-- Lists jobs that failed at least once and have not succeeded yet, with their last error. Changes nothing.
-- Run:  psql "$DATABASE_URL" -f scripts/ops/failing-jobs.sql
select id, task_identifier as task, key, attempts, run_at, left(last_error, 200) as last_error
from graphile_worker.jobs
where last_error is not null
order by updated_at desc
limit 100;
