-- Makes or cancels the next slice of an environment's batches, of the one that has waited longest. p_failed: batches to
-- leave out. Returns how many slices and items it handled, 0 if none was done, and the batches to leave out of the next
-- call: where the slice failed, or waited long for a lock, also all others of its merchant. Call it until that returns
-- p_failed and 0, in a transaction of its own each time: until that ends, requests with the own reference of one of its
-- items wait. Another process may work on another batch at the same time. What fails is tried again by the next sweep;
-- if it keeps failing, an alert tells of it, since its batch waits.
create or replace function work_on_payout_batches(
  p_environment text, p_failed bigint[] default '{}', out handled integer, out failed bigint[]
)
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '200ms' as $$
declare
  batch payout_batches;
begin
  handled := 0;
  failed := p_failed;
  select * into batch from payout_batches b
  where b.environment = p_environment and b.has_slices and b.id <> all (p_failed)
  order by b.worked_at limit 1 for update skip locked;
  if batch.id is null then
    return;
  end if;
  -- Also if nothing was left: there may be another batch.
  handled := 1
    + case when batch.canceled_at is null then pay_batch_slice(batch) else cancel_batch_slice(batch) end;
-- "others" are not all: it leaves out a statement that is canceled.
exception when query_canceled or others then
  raise warning 'a slice of % failed: %', batch.reference, sqlstate;
  handled := 0;
  failed := p_failed || array(
    select b.id from payout_batches b
    where (b.merchant_id, b.environment) = (batch.merchant_id, batch.environment) and b.has_slices
      and b.id <> all (p_failed)
  );
end
$$;
