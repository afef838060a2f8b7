-- Makes or cancels the next slice of an environment's batches, of the one that has waited longest. p_failed: batches to
-- leave out. Returns how many slices and items it handled, 0 if no batch has a slice, and the batches to leave out of
-- the next call: those whose slices failed too. A slice takes a few milliseconds. Call it in a transaction of its own:
-- until then, requests with the own reference of one of its items wait. Another process may work on another batch at
-- the same time. A slice that fails, or waits a second for a lock, stops no other batch, and is tried again by the next
-- sweep; if it keeps failing, an alert tells of it, since its batch waits.
create or replace function work_on_payout_batches(
  p_environment text, p_failed bigint[] default '{}', out handled integer, out failed bigint[]
)
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  batch payout_batches;
begin
  handled := 0;
  failed := p_failed;
  while handled = 0 and cardinality(failed) < 100 loop
    select * into batch from payout_batches b
    where b.environment = p_environment and b.has_slices and b.id <> all (failed)
    order by b.worked_at limit 1 for update skip locked;
    exit when batch.id is null;
    begin
      -- Also if nothing was left: there may be another batch.
      handled := 1
        + case when batch.canceled_at is null then pay_batch_slice(batch) else cancel_batch_slice(batch) end;
    exception when others then
      raise warning 'a slice of % failed: %', batch.reference, sqlstate;
      failed := failed || batch.id;
    end;
  end loop;
end
$$;
