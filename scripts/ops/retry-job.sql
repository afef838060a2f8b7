-- Runs a job now, with all its attempts again. Harmless for a job whose work is done already: every task claims its row first.
-- psql "$DATABASE_URL" -v job=ID -f scripts/ops/retry-job.sql
select id, run_at, attempts from graphile_worker.reschedule_jobs(array[:job]::bigint[], run_at => now(), attempts => 0);
