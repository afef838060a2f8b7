-- Cancels a payout or refund that was not sent, and returns the money, including the fee: for cancel_payout(),
-- cancel_waiting_refunds(), decide_approval() and expire_approvals(), which have it locked. p_reason: 'rejected' or
-- 'expired', if it was not approved; an event reports that, and each cancel of a refund. Returns it as it is then.
-- Locks the collection of a refund, then the merchant's ledger accounts.
create or replace function cancel_unsent(p_payout payouts, p_reason text default null) returns payouts
language plpgsql set search_path = public, pg_temp as $$
declare
  canceled payouts;
begin
  update payouts p
  set status = 'canceled', cancel_reason = p_reason, held_since = null, fence = p.fence + 1,
    updated_at = business_now(p.merchant_id, p.environment)
  where p.id = p_payout.id
  returning * into canceled;
  -- It needs no decision any more (block_recipient).
  delete from payout_holds h where h.payout_id = canceled.id and h.decision is null;
  delete from approvals a where a.payout_id = canceled.id;
  perform post_journals(array[payout_decision(p_payout, 'canceled')]);
  if canceled.collection_id is not null or p_reason is not null then
    perform emit_events(array[payout_event(canceled)]);
  end if;
  perform remove_job('execute_payout', canceled.id);
  perform queue_next_jobs('execute_payout', array[canceled.merchant_id], canceled.environment);
  return canceled;
end
$$;
