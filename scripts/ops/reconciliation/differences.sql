-- When: an alert says that a provider's statement differs from the books, and every day.
-- Lists what differs and nobody has closed, oldest first, 200 at most: all, or of one provider. Amounts are in minor
-- units. What is `waiting` may only be late. Changes nothing.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" [-v provider=WORD] -f scripts/ops/reconciliation/differences.sql'
\ir ../arguments/check.sql
select * from list_differences(nullif(:'provider', ''));
commit;
