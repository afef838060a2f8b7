-- When: the payouts of a merchant, or of each merchant in a tier, need other limits.
-- Sets the most for one payout, for a day (Lagos time), and for a day to one account (all in kobo), and how many
-- payouts a day may go to one account. It replaces all earlier limits: what is not given is no longer limited. A
-- merchant's own limit replaces its tier's. The day's earlier payouts count. Test and live have separate limits.
-- Flags: --environment test|live [--merchant mer_...] [--tier standard|tier_1|tier_2|tier_3] [--payout-max NUMBER]
--   [--day-max NUMBER] [--account-day-max NUMBER] [--account-day-payouts NUMBER] --reason TEXT
select * from set_payout_limits(
  :environment, :merchant, :tier, :payoutMax::bigint,
  :dayMax::bigint, :accountDayMax::bigint, :accountDayPayouts::bigint,
  :acting
);
