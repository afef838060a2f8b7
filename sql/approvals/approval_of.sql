-- Returns the approval that a payout or refund waits for, for request_approval(). p_makers and p_made_with: of an
-- earlier request.
create or replace function approval_of(
  p_payout payouts, p_reasons text[], p_makers bigint[] default null, p_made_with text default null
) returns approvals
language sql immutable
return (
  null, p_payout.reference, p_payout.merchant_id, p_payout.environment, p_payout.id, null, null, null, p_payout.amount,
  p_payout.currency, p_reasons, p_makers, p_made_with, p_payout.trace_id, null, null
)::approvals;
