-- When: a payout has been in processing for long, needs review, or ended in a way that somebody doubts.
-- Asks the provider again now. Moves no money by itself: the worker records what the provider reports. A payout that is
-- deferred (unsentSince in reference.sql) is tried now instead, as it would be within minutes, but for one in review.
-- Flags: --reference pyt_... --reason TEXT
select poll_payout(:reference, :acting) as status;
