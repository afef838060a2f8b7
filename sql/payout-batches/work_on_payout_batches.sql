-- Makes or cancels the next slices of an environment's batches, p_turns at most, each of the batch that has waited
-- longest. Returns how many slices and items it handled; call it until that is 0. A slice takes a few milliseconds, and
-- locks no balance unless an item of it fails or is canceled. Another process may work on another batch at the same
-- time. A slice that fails takes no turn from other batches, does not stop the sweep, and is tried again by the next
-- one; if it keeps failing, an alert tells of it, since its batch waits.
create or replace function work_on_payout_batches(p_environment text, p_turns integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  batch payout_batches;
  turns integer := 0;
  failed bigint[] := '{}';
  handled integer := 0;
begin
  while turns < p_turns and cardinality(failed) < 100 loop
    select * into batch from payout_batches b
    where b.environment = p_environment and b.has_slices and b.id <> all (failed)
    order by b.worked_at limit 1 for update skip locked;
    exit when batch.id is null;
    begin
      -- Also if nothing was left: there may be another batch.
      handled := handled + 1
        + case when batch.canceled_at is null then pay_batch_slice(batch) else cancel_batch_slice(batch) end;
      turns := turns + 1;
    exception when others then
      raise warning 'a slice of % failed: %', batch.reference, sqlstate;
      failed := failed || batch.id;
    end;
  end loop;
  return handled;
end
$$;
