-- Returns the reference of the batch that a payout is part of.
create or replace function batch_of(p_payout payouts) returns text
language sql stable
return (select b.reference from payout_batches b where b.id = p_payout.batch_id);
