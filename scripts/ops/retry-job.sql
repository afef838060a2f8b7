-- When: the cause of a failing job is fixed and you do not want to wait for its next attempt.
-- Runs the job now, with all its attempts again. Safe to repeat: a job whose work is done changes nothing.
-- Run:  psql "$DATABASE_URL" -v job=ID -f scripts/ops/retry-job.sql
select id, run_at, attempts from graphile_worker.reschedule_jobs(array[:job]::bigint[], run_at => now(), attempts => 0);
