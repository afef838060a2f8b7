-- When: the cause of a failing job is fixed and you do not want to wait for its next attempt.
-- Runs the job now, with all its attempts again. Safe to repeat: a job whose work is done changes nothing.
-- job: its key, as failing-jobs.sql shows it.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v job=TASK:NUMBER -v operator=NAME -v reason=TEXT -f scripts/ops/queue/retry-job.sql'
\ir ../arguments/check.sql
select retry_job(:'job', row(:'operator', null, null, :'reason', null)::acting);
commit;
