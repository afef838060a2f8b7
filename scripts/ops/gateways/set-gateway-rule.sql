-- When: payouts of a merchant, to a bank, or of an amount and more have to go through certain live gateways first, or a
-- merchant's accounts have to be opened at one. from= is in kobo. gateways= has one name, or several with commas, of
-- which the best is taken; without it the rule is taken away. What none of them takes goes through the others: to keep
-- payouts from a gateway, freeze-payouts.sql stops it.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v operation=payout|account [-v merchant=mer_...] [-v bank=WORD] [-v from=NUMBER] [-v gateways=WORD] -v operator=NAME -v reason=TEXT -f scripts/ops/gateways/set-gateway-rule.sql'
\ir ../arguments/check.sql
select * from set_gateway_rule(
  :'operation', nullif(:'merchant', ''), nullif(:'bank', ''), coalesce(nullif(:'from', ''), '0')::bigint,
  string_to_array(nullif(:'gateways', ''), ','), row(:'operator', null, null, :'reason', null)::acting
);
commit;
