-- The payouts that a person has to decide: the provider never said what happened, or took back what it said.
-- Ask the provider by the reference before anything else; a wrong "failed" pays twice.
-- psql "$DATABASE_URL" -f scripts/ops/payouts-to-review.sql
select p.reference, m.reference as merchant, p.environment, p.status, p.amount, p.currency, p.submitted_at, p.confirmations
from payouts p join merchants m on m.id = p.merchant_id
where p.needs_review
order by p.submitted_at;
