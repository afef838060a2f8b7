-- Returns a batch for the audit log: what its newest run pays, in minor units.
create or replace function payout_batch_facts(p_batch payout_batches) returns jsonb
language sql immutable
return jsonb_build_object('items', p_batch.item_count, 'amount', p_batch.amount, 'fee', p_batch.fee);
