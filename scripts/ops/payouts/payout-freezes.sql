-- When: payouts wait that should not, or are refused with PAYOUTS_FROZEN.
-- Lists the freezes, who made them, why, and how many payouts each holds. Changes nothing.
select * from list_payout_freezes();
