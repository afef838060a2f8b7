-- When: a difference between a provider's statement and the books was looked into, and nothing is left to do about it.
-- Closes it with your reason; it is not found again. Moves no money: decide the payout, or have the credit reported
-- again, before.
-- Flags: --reference dif_... --reason TEXT
select * from resolve_difference(:reference, :acting);
