-- When: the database is busy, and you want to know with what.
-- Lists the statements that took most of its time. Changes nothing. Needs pg_stat_statements: it says how.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -f scripts/ops/database/slow-statements.sql'
\ir ../arguments/check.sql
select * from slow_statements();
commit;
