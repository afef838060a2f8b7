-- When: a provider names money that came in by its own id.
-- Finds the credit. Changes nothing.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v provider_reference=WORD -f scripts/ops/find/find-by-provider-reference.sql'
\ir ../arguments/check.sql
select * from find_by_provider_reference(:'provider_reference');
commit;
