-- When: an alert says that payouts need review.
-- Lists payouts that a person must decide: the provider never gave a final status, or took one back. Changes nothing.
-- Ask the provider by the reference before you decide anything: a wrong "failed" pays twice.
-- Run:  psql "$DATABASE_URL" -f scripts/ops/payouts-to-review.sql
select p.reference, m.reference as merchant, p.environment, p.status, p.amount, p.currency,
  p.submitted_at, p.confirmations
from payouts p join merchants m on m.id = p.merchant_id
where p.needs_review
order by p.submitted_at;
