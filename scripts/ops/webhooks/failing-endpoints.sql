-- When: merchants miss webhooks.
-- Lists the endpoints that are off or failing, since when and why, and how many events each holds. Changes nothing.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -f scripts/ops/webhooks/failing-endpoints.sql'
\ir ../arguments/check.sql
select * from list_failing_endpoints();
commit;
