-- When: somebody wants to know what a day earned and cost, by provider, bank and merchant.
-- Shows, of the movements on the day's statements, what merchants were charged, what the providers took, and what is
-- left, in minor units, the worst first. Changes nothing.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v day=YYYY-MM-DD -f scripts/ops/reconciliation/provider-margin.sql'
\ir ../arguments/check.sql
select * from provider_margin(:'day'::date);
commit;
