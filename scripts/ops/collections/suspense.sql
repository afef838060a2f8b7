-- When: money waits that belongs to no payment.
-- Lists the oldest money in suspense, and what can be done about each: resolve-suspense.sql gives it to its merchant,
-- or books that it was sent back. Changes nothing.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -f scripts/ops/collections/suspense.sql'
\ir ../arguments/check.sql
select * from list_suspense();
commit;
