-- When: a bank or the provider may be failing.
-- Shows how the payouts of the last day ended, by environment (which is by provider) and by bank: failed, unknown, and
-- how long success took. freeze-payouts.sql stops those to a bank. Changes nothing.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -f scripts/ops/payouts/payout-rates.sql'
\ir ../arguments/check.sql
select * from payout_rates();
commit;
