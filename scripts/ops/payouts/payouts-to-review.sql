-- When: an alert says that payouts need review.
-- Lists payouts that a person must decide: the provider never gave a final status, or reported another one (reported)
-- than the one on record (status); or a gateway that had refused it reports that it paid it too (duplicate_gateway), so
-- it may be paid twice. Changes nothing.
-- Ask the provider by the reference, then decide: npm run admin -- payout decide. A wrong "failed" pays twice.
select p.reference, m.reference as merchant, p.environment, p.status,
  p.contradicted_by as reported, p.sent_through, p.duplicate_gateway, p.amount, p.fee, p.currency,
  p.bank_code, p.submitted_at, p.confirmations
from payouts p join merchants m on m.id = p.merchant_id
where p.needs_review
order by p.submitted_at, p.id
limit 10000;
