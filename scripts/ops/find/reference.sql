-- When: somebody asks about one payout, virtual account, collection, credit, event or identity check.
-- Shows everything that is recorded about it, in the order of time: states, journals, events with their attempts, jobs,
-- what the provider was told and said, and what people did. Changes nothing.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v reference=REFERENCE -f scripts/ops/find/reference.sql'
\ir ../arguments/check.sql
select * from reference_history(:'reference');
commit;
