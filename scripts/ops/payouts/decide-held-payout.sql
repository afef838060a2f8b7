-- When: held-payouts lists a payout, and you know whether it may go to its recipient or, for one on a provider's
-- statement, what the provider did (docs/reconciliation.md).
-- release sends it; refuse fails it (DESTINATION_BLOCKED, TRANSFER_FAILED), and returns amount and fee.
-- Flags: --reference pyt_...|rfd_... --decision release|refuse --reason TEXT
select * from decide_held_payout(:reference, :decision, :acting);
