-- When: payouts go through another live gateway than expected, or rules have to be checked.
-- Lists the rules by which gateways come first, by operation, merchant, bank and amount (in kobo). Changes nothing.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -f scripts/ops/gateways/gateway-rules.sql'
\ir ../arguments/check.sql
select * from list_gateway_rules();
commit;
