-- Whether a payout of a batch has not ended yet.
create or replace function has_payouts_under_way(p_batch_id bigint) returns boolean
language sql stable
return exists (
  select from payouts p
  where p.batch_id = p_batch_id and p.status in ('awaiting_approval', 'pending', 'processing')
);
