-- When: every night, and after every incident.
-- Checks the books as ledger-control.sql does, and keeps when that was and how much was wrong, for metrics and alerts.
-- Lists what is wrong: no rows if all is well. Reads the whole ledger, which takes minutes where that is large.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v operator=NAME -v reason=TEXT -f scripts/ops/ledger/prove-ledger.sql'
\ir ../arguments/check.sql
set local statement_timeout = '20min';
select * from prove_ledger(row(:'operator', null, null, :'reason', null)::acting);
commit;
