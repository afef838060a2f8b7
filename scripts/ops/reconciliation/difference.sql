-- When: one difference between a provider's statement and the books is looked into.
-- Shows the line of the statement, and the payout or credit here. Amounts are in minor units. Changes nothing.
-- Flags: --reference dif_...
select * from show_difference(:reference);
