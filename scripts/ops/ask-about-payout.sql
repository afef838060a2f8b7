-- When: a payout has been in processing for long, or needs review, and you want to know what the provider says.
-- Asks the provider again now. Moves no money by itself: the worker records what the provider reports.
-- Run:  psql "$DATABASE_URL" -v reference=pyt_... -f scripts/ops/ask-about-payout.sql
with due as (
  update payouts set next_confirmation_at = now(), needs_review = false
  where reference = :'reference' and status = 'processing'
  returning id
)
select enqueue_jobs('confirm_payout', array_agg(id)) as jobs from due;
