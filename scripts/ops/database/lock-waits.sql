-- When: requests or jobs are slow while the machine is not busy.
-- Lists the sessions that wait for a lock, and who holds it. Changes nothing.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -f scripts/ops/database/lock-waits.sql'
\ir ../arguments/check.sql
select * from list_lock_waits();
commit;
