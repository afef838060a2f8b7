-- When: a payout has been in processing for long, needs review, or ended in a way that somebody doubts.
-- Asks the provider again now. Moves no money by itself: the worker records what the provider reports. A payout that is
-- deferred (unsentSince in reference.sql) is tried now instead, as it would be within minutes, but for one in review.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -v reference=pyt_... -v operator=NAME -v reason=TEXT -f scripts/ops/payouts/poll-payout.sql'
\ir ../arguments/check.sql
select poll_payout(:'reference', row(:'operator', null, null, :'reason', null)::acting) as status;
commit;
