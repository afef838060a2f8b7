-- Begins to cancel a batch for cancel_payout_batch(), decide_approval() and expire_approvals(), which have it locked:
-- with p_reason if it was not approved. Cancels the first slice; once nothing is left the sweep ends it. Returns the
-- batch as it is then. Locks what cancel_batch_slice() locks.
create or replace function begin_batch_cancel(p_batch payout_batches, p_reason text) returns payout_batches
language plpgsql set search_path = public, pg_temp as $$
declare
  present constant timestamptz := business_now(p_batch.merchant_id, p_batch.environment);
  canceled payout_batches;
begin
  delete from approvals a where a.batch_id = p_batch.id;
  update payout_batches b
  set status = case when b.runs = 0 then 'canceled' else 'processing' end, has_slices = b.runs > 0,
    canceled_at = present, cancel_reason = p_reason, updated_at = present
  where b.id = p_batch.id
  returning * into canceled;
  if canceled.status = 'canceled' then
    perform emit_events(array[payout_batch_event(canceled)]);
    return canceled;
  end if;
  perform cancel_batch_slice(canceled);
  select * into strict canceled from payout_batches b where b.id = p_batch.id;
  return canceled;
end
$$;
