-- When: payouts may go to a blocked recipient again.
-- Removes the entry, by its number in blocked-recipients. Payouts that it holds still wait for decide-held-payout.
-- Flags: --environment test|live --entry NUMBER --reason TEXT
select * from unblock_recipient(:environment, :entry::bigint, :acting);
