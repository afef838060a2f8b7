-- When: a difference between a provider's statement and the books was looked into, and nothing is left to do about it.
-- Closes it with your reason; it is not found again. Moves no money: decide the payout, or have the credit reported
-- again, before.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v reference=dif_... -v operator=NAME -v reason=TEXT -f scripts/ops/reconciliation/resolve-difference.sql'
\ir ../arguments/check.sql
select * from resolve_difference(:'reference', row(:'operator', null, null, :'reason', null)::acting);
commit;
