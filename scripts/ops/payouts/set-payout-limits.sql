-- When: what a merchant, or each merchant of a tier, may pay out has to be limited, or limited otherwise.
-- Sets the most of one payout, of a day in Lagos, of a day to one account (all in kobo), and how many payouts of a day
-- may go to one account. In place of what was set before: what is not given is not limited any more. A merchant's own
-- limit counts in place of its tier's. What was paid out that day counts. Test and live have limits of their own.
-- Flags: --environment test|live [--merchant mer_...] [--tier standard|tier_1|tier_2|tier_3] [--payout-max NUMBER]
--   [--day-max NUMBER] [--account-day-max NUMBER] [--account-day-payouts NUMBER] --reason TEXT
select * from set_payout_limits(
  :environment, :merchant, :tier, :payoutMax::bigint,
  :dayMax::bigint, :accountDayMax::bigint, :accountDayPayouts::bigint,
  :acting
);
