-- When: a merchant's verification entitles it to other payout limits.
-- Moves it to another tier, whose limits (payout-limits) apply from then on, in test and live.
-- Flags: --merchant mer_... --tier standard|tier_1|tier_2|tier_3 --reason TEXT
select * from set_merchant_tier(:merchant, :tier, :acting);
