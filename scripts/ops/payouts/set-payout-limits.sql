-- When: what a merchant, or each merchant of a tier, may pay out has to be limited, or limited otherwise.
-- Sets the most of one payout, of a day in Lagos, of a day to one account (all in kobo), and how many payouts of a day
-- may go to one account. In place of what was set before: what is not given is not limited any more. A merchant's own
-- limit counts in place of its tier's. What was paid out that day counts. Test and live have limits of their own.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v environment=test|live [-v merchant=mer_...] [-v tier=standard|tier_1|tier_2|tier_3] [-v payout_max=NUMBER] [-v day_max=NUMBER] [-v account_day_max=NUMBER] [-v account_day_payouts=NUMBER] -v operator=NAME -v reason=TEXT -f scripts/ops/payouts/set-payout-limits.sql'
\ir ../arguments/check.sql
select * from set_payout_limits(
  :'environment', nullif(:'merchant', ''), nullif(:'tier', ''), nullif(:'payout_max', '')::bigint,
  nullif(:'day_max', '')::bigint, nullif(:'account_day_max', '')::bigint, nullif(:'account_day_payouts', '')::bigint,
  row(:'operator', null, null, :'reason', null)::acting
);
commit;
