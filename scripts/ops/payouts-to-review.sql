-- When: an alert says that payouts need review.
-- Lists payouts that a person must decide: the provider never gave a final status, or reported another one (reported)
-- than the one on record (status). Changes nothing.
-- Ask the provider by the reference, then decide: decide-payout.sql. A wrong "failed" pays twice.
\set ON_ERROR_STOP on
\set usage 'psql "$DATABASE_URL" -f scripts/ops/payouts-to-review.sql'
\ir arguments/check.sql
select p.reference, m.reference as merchant, p.environment, p.status,
  p.contradicted_by as reported, p.amount, p.fee, p.currency,
  p.submitted_at, p.confirmations
from payouts p join merchants m on m.id = p.merchant_id
where p.needs_review
order by p.submitted_at
limit 100;
commit;
