-- Asks the provider now what became of a payout that is in processing, also one that was given to a person.
-- psql "$DATABASE_URL" -v reference=pyt_... -f scripts/ops/ask-about-payout.sql
with asked as (
  update payouts set next_confirmation_at = now(), needs_review = false
  where reference = :'reference' and status = 'processing'
  returning id
)
select enqueue_jobs('confirm_payout', array_agg(id)) as jobs from asked;
