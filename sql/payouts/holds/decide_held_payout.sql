-- Decides about a held payout or refund (held-payouts.sql), for an operator. 'release': it is sent like any other, even
-- if its recipient is still blocked. 'refuse': it fails, amount and fee are returned, and payout.failed or
-- refund.failed is emitted: with DESTINATION_BLOCKED, or, if a provider's statement has it, with TRANSFER_FAILED. By
-- our books it was never sent. Returns its reference and status. Raises PB008, and changes nothing, if there is no such
-- payout, or it is not held. Locks the payout, the collection of a refund, then the merchant's ledger accounts.
create or replace function decide_held_payout(p_reference text, p_decision text, p_acting acting)
returns table (reference text, status text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  held payouts;
  held_for text;
  movement ledger_movement;
begin
  select * into held from payouts p where p.reference = p_reference for update;
  if held.id is null then
    raise exception 'there is no payout %', p_reference using errcode = 'PB008';
  end if;
  update payout_holds h set decision = p_decision, decided_at = now()
  where h.payout_id = held.id and h.decision is null and held.status = 'pending'
  returning h.cause into held_for;
  if not found then
    raise exception 'payout % is not held: npm run ops -- held-payouts lists those that are', p_reference
      using errcode = 'PB008';
  end if;

  if p_decision = 'release' then
    update payouts p set held_since = null where p.id = held.id returning * into held;
    perform queue_next_jobs('execute_payout', array[held.merchant_id], held.environment);
  else
    movement := payout_decision(held, 'failed');
    update payouts p
    set status = 'failed', held_since = null, fence = p.fence + 1,
      updated_at = business_now(p.merchant_id, p.environment),
      failure_code = case held_for when 'statement' then 'TRANSFER_FAILED' else 'DESTINATION_BLOCKED' end,
      failure_message = case held_for when 'statement' then 'The transfer wasn''t completed.'
        else 'Payouts to this recipient are not allowed.' end
    where p.id = held.id
    returning * into held;
    perform post_journals(array[movement]);
    perform emit_events(array[payout_event(held)]);
  end if;
  -- Not in the merchant's own audit log: its owners learn nothing of a hold.
  perform log_action(
    null, held.environment, 'held payout ' || p_decision, held.reference, payout_facts(held), null, p_acting
  );
  return query select held.reference, held.status;
end
$$;
