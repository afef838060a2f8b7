-- When: held-payouts.sql lists a payout, and you know whether it may go to its recipient, or, of one on a
-- provider's statement, what the provider did (docs/reconciliation.md).
-- release sends it; refuse lets it fail (DESTINATION_BLOCKED, TRANSFER_FAILED), and gives amount and fee back.
-- Flags: --reference pyt_... --decision release|refuse --reason TEXT
select * from decide_held_payout(:reference, :decision, :acting);
