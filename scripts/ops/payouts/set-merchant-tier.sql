-- When: a merchant's verification entitles it to other limits of payouts.
-- Puts it in another tier, whose limits (payout-limits.sql) hold from then on, in test and live.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v merchant=mer_... -v tier=standard|tier_1|tier_2|tier_3 -v operator=NAME -v reason=TEXT -f scripts/ops/payouts/set-merchant-tier.sql'
\ir ../arguments/check.sql
select * from set_merchant_tier(:'merchant', :'tier', row(:'operator', null, null, :'reason', null)::acting);
commit;
