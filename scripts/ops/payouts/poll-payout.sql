-- When: a payout has been processing for long, needs review, or its final status is in doubt.
-- Polls the provider now. Moves no money by itself: the worker records what the provider reports. A deferred payout
-- (unsentSince in reference) is retried now instead, as it would be within minutes, unless it is in review. One in
-- review stays so, and may be decided, until the provider reports its result or it is sent again.
-- Flags: --reference pyt_...|rfd_... --reason TEXT
select poll_payout(:reference, :acting) as status;
