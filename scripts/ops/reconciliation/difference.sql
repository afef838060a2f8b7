-- When: one difference between a provider's statement and the books is looked into.
-- Shows the line of the statement, and the payout or credit here. Amounts are in minor units. Changes nothing.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v reference=dif_... -f scripts/ops/reconciliation/difference.sql'
\ir ../arguments/check.sql
select * from show_difference(:'reference');
commit;
