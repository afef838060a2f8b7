-- Cancels payouts or refunds that were not sent, all of one merchant and environment, and returns their money with the
-- fees: for callers that have them locked. p_reason: 'rejected' or 'expired', if they were not approved; an event
-- reports that, and each cancel of a refund. Returns them as they are then. Locks the collections of refunds, then the
-- merchant's ledger accounts.
create or replace function cancel_unsent(p_payouts payouts[], p_reason text default null) returns setof payouts
language plpgsql set search_path = public, pg_temp as $$
declare
  ids constant bigint[] := array(select p.id from unnest(p_payouts) p);
  canceled payouts[];
begin
  with canceling as (
    update payouts p
    set status = 'canceled', cancel_reason = p_reason, held_since = null, fence = p.fence + 1,
      updated_at = business_now(p.merchant_id, p.environment)
    where p.id = any (ids)
    returning p
  )
  select array_agg(c.p order by (c.p).id) into canceled from canceling c;
  -- They need no decision any more (block_recipient).
  delete from payout_holds h where h.payout_id = any (ids) and h.decision is null;
  delete from approvals a where a.payout_id = any (ids);
  perform post_journals(array(select payout_decision(p, 'canceled') from unnest(p_payouts) p order by p.id));
  perform emit_events(array(
    select payout_event(c) from unnest(canceled) c where c.collection_id is not null or p_reason is not null
  ));
  perform remove_job('execute_payout', id) from unnest(ids) id;
  perform queue_next_jobs('execute_payout', array[(p_payouts[1]).merchant_id], (p_payouts[1]).environment);
  return query select * from unnest(canceled);
end
$$;
