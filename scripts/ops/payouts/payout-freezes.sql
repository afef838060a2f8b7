-- When: payouts wait that should not, or are refused with PAYOUTS_FROZEN.
-- Lists what operators have frozen, who, why, and how many payouts each freeze holds. Changes nothing.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -f scripts/ops/payouts/payout-freezes.sql'
\ir ../arguments/check.sql
select * from list_payout_freezes();
commit;
