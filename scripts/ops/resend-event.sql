-- When: a merchant lost an event, or its delivery is exhausted.
-- Delivers the event again, now: the same body with a new signature. Receivers must expect to see an event twice.
-- Run:  psql "$DATABASE_URL" -v reference=evt_... -f scripts/ops/resend-event.sql
with due as (
  update events set delivery_status = 'pending', next_attempt_at = now()
  where reference = :'reference'
  returning id
)
select enqueue_jobs('deliver_webhook', array_agg(id)) as jobs from due;
