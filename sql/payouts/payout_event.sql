-- Returns the event that reports the status of a payout, or of a refund.
create or replace function payout_event(p_payout payouts) returns new_event
language sql stable
return (
  p_payout.merchant_id, p_payout.environment,
  case when p_payout.collection_id is null then 'payout.' else 'refund.' end || p_payout.status,
  case when p_payout.collection_id is null then payout_json(p_payout) else refund_json(p_payout) end, p_payout.trace_id
)::new_event;
