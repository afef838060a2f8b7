-- When: a payout has been processing for long, needs review, or its final status is in doubt.
-- Polls the provider now. Moves no money by itself: the worker records what the provider reports. A deferred payout
-- (unsentSince in reference) is retried now instead, as it would be within minutes. One in review stays there, until
-- the provider's answer ends it, or it is sent.
-- Flags: --reference pyt_...|rfd_... --reason TEXT
select poll_payout(:reference, :acting) as status;
