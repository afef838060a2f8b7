-- Makes or cancels the next slice of one batch of an environment, of the one that has waited longest: call it until it
-- returns 0. Returns how many items it handled, and 1. A slice takes a few milliseconds, and locks no balance unless an
-- item of it fails or is canceled. Another process may work on another batch at the same time.
create or replace function work_on_payout_batches(p_environment text) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  batch payout_batches;
begin
  select * into batch from payout_batches b
  where b.environment = p_environment and b.has_slices
  order by b.worked_at limit 1 for update skip locked;
  if batch.id is null then
    return 0;
  end if;
  -- Also if nothing was left: there may be another batch.
  return 1 + case when batch.canceled_at is null then pay_batch_slice(batch) else cancel_batch_slice(batch) end;
end
$$;
