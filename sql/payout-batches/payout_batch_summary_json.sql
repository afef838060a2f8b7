-- Returns a batch as lists show it (payout_batch_json).
create or replace function payout_batch_summary_json(p_batch payout_batches) returns json
language sql stable
return payout_batch_json(p_batch, false);
