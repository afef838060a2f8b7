-- Returns the event that reports the status of a batch.
create or replace function payout_batch_event(p_batch payout_batches) returns new_event
language sql stable
return (
  p_batch.merchant_id, p_batch.environment, 'payout_batch.' || p_batch.status, payout_batch_json(p_batch),
  p_batch.trace_id
)::new_event;
