-- Returns a payout as the worker that has just claimed it gets it: with its transfer, the same at every attempt.
create or replace function claim_of(p_payout payouts) returns claimed_payout
language sql stable
return (
  p_payout.id, p_payout.merchant_id, p_payout.environment, p_payout.reference, p_payout.status, p_payout.fence,
  p_payout.amount, p_payout.currency, coalesce(p_payout.bank_code, ''), coalesce(p_payout.account_number, ''),
  coalesce(p_payout.account_name, ''), p_payout.narration, p_payout.purpose,
  case p_payout.environment when 'test' then 'sandbox' else p_payout.sent_through end,
  array(
    select r.gateway from payout_refusals r
    where r.payout_id = p_payout.id and r.gateway <> p_payout.sent_through order by r.gateway
  ),
  case p_payout.status when 'processing' then p_payout.refused_for end,
  case when p_payout.not_found_since is null then 0 else
    extract(epoch from business_now(p_payout.merchant_id, p_payout.environment) - p_payout.not_found_since) * 1000
  end,
  p_payout.status = 'processing' and p_payout.unsent_since is not null and next_poll_time(
    p_payout.submitted_at, business_now(p_payout.merchant_id, p_payout.environment)
  ) is not null,
  p_payout.status = 'processing' and p_payout.contradicted_by is not distinct from 'succeeded'
)::claimed_payout;
