-- When: merchants or payers wait for an account, an address, a name or an identity check.
-- Lists what has had no result for 30 seconds, with its job and that job's last error. retry-jobs.sql runs jobs again.
-- Changes nothing.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -f scripts/ops/queue/stuck-lookups.sql'
\ir ../arguments/check.sql
select * from list_stuck_lookups();
commit;
