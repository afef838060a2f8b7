-- When: the cause of many failing jobs of one task is fixed, such as a provider that was down.
-- Runs those that failed in that environment now, with all their attempts again, the oldest first, at most as many as
-- limit says, which is up to 1000. Safe to repeat: a job whose work is done changes nothing.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v task=TASK -v environment=test|live -v limit=NUMBER -v operator=NAME -v reason=TEXT -f scripts/ops/queue/retry-jobs.sql'
\ir ../arguments/check.sql
select * from retry_jobs(
  :'task', :'environment', :'limit'::bigint, row(:'operator', null, null, :'reason', null)::acting
);
commit;
