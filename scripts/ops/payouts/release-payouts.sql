-- When: payouts that were frozen may be sent again: payout-freezes.sql lists what is frozen.
-- Ends the freeze of that name and sends what it held, unless another freeze holds it too. This moves money.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v environment=test|live -v scope=merchant|bank|gateway|all [-v merchant=mer_...] [-v bank=WORD] [-v gateway=WORD] -v operator=NAME -v reason=TEXT -f scripts/ops/payouts/release-payouts.sql'
\ir ../arguments/check.sql
select * from release_payouts(
  :'environment', :'scope', nullif(:'merchant', ''), nullif(:'bank', ''), nullif(:'gateway', ''),
  row(:'operator', null, null, :'reason', null)::acting
);
commit;
