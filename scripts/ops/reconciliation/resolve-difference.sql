-- When: a difference between a provider's statement and the books is explained, and nothing is left to do.
-- Closes it with your reason; it is not found again. Moves no money: first decide the payout, or have the credit
-- reported again.
-- Flags: --reference dif_... --reason TEXT
select * from resolve_difference(:reference, :acting);
