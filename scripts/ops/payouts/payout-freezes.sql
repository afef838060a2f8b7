-- When: payouts wait that should not, or are refused with PAYOUTS_FROZEN.
-- Lists what operators have frozen, who, why, and how many payouts each freeze holds. Changes nothing.
select * from list_payout_freezes();
