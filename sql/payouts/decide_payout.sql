-- Decides the result of a payout or refund that needs a person: p_outcome is 'succeeded' (the recipient has the money)
-- or 'failed' (the provider has it, or never sent it). From then on no other report from the provider changes it
-- automatically.
--
--   was        decided     becomes    journal
--   processing succeeded   succeeded  payout_settled
--   processing failed      failed     payout_released
--   succeeded  failed      reversed   payout_reversed: the amount is back, the fee is kept
--   failed     succeeded   succeeded  payout_release_undone: amount and fee are taken from available again
--   reversed   succeeded   succeeded  payout_reversal_undone: the amount is taken from available again, with
--                                     charges that were refunded
--   otherwise it stays as it is, and nothing moves
--
-- A refund's journals are refund_settled and so on.
--
-- Returns the outcome, and with 'decided' the payout: 'decided'; 'not_found'; 'no_decision_needed', also if somebody
-- has decided; 'not_covered' if the available balance, or what is left to refund, does not cover what has to be taken
-- again; 'moved_before' if an earlier decision posted the journal that it needs. Only 'decided' has effects. A change
-- of status emits an event. An unconfirmed live success is polled once more, when the provider can no longer take it
-- back: 20 hours from now if that is unknown. If it contradicts, a person decides again. Locks the payout, the
-- collection of a refund, then the merchant's ledger accounts.
create or replace function decide_payout(
  p_reference text, p_outcome text, p_acting acting, out outcome text, out payout json
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  decided payouts;
  after payouts;
  present timestamptz;
  new_status text;
  movement ledger_movement;
  refund charge_refunds;
  poll_again_at timestamptz;
begin
  select * into decided from payouts p where p.reference = p_reference for update;
  outcome := case
    when decided.id is null then 'not_found'
    -- Nothing was sent of one that is pending or canceled: no movement would fit (states.md).
    when not decided.needs_review or decided.status in ('needs_destination', 'awaiting_approval', 'pending', 'canceled')
      then 'no_decision_needed'
  end;
  if outcome is not null then
    return;
  end if;
  if p_outcome not in ('succeeded', 'failed') or coalesce((p_acting).reason, '') !~ '\S' then
    raise exception 'a decision is succeeded or failed, and has a reason';
  end if;

  perform from collections c where c.id = decided.collection_id for update;
  present := business_now(decided.merchant_id, decided.environment);
  new_status := case
    when p_outcome = 'succeeded' then 'succeeded'
    when decided.status in ('succeeded', 'reversed') then 'reversed'
    else 'failed'
  end;
  movement := payout_decision(decided, new_status);
  -- A gateway that had refused it, or been unreachable for it, reported that it paid it after all.
  if new_status = 'succeeded' and decided.duplicate_gateway is not null then
    movement.through := decided.duplicate_gateway;
  end if;
  if new_status = 'succeeded' and decided.confirmed_at is null
    and (decided.environment = 'live' or decided.reversible_until is not null)
  then
    poll_again_at := greatest(present, coalesce(
      case when decided.status <> 'failed' then decided.reversible_until end, present + interval '20 hours'
    ));
  end if;
  begin
    -- Before the journal: a refund counts here, or a credit is on its way again.
    update payouts p
    set status = new_status, needs_review = false, contradicted_by = null, duplicate_gateway = null,
      decided_at = present, next_confirmation_at = poll_again_at,
      reversible_until = coalesce(poll_again_at, p.reversible_until), fence = p.fence + 1, updated_at = present,
      settled_at = case when new_status = 'succeeded' then coalesce(p.settled_at, present) else p.settled_at end,
      failure_code = case when new_status = 'failed' then coalesce(p.failure_code, 'TRANSFER_FAILED') end,
      failure_message = case when new_status = 'failed'
        then coalesce(p.failure_message, 'The provider did not carry out the transfer.') end
    where p.id = decided.id
    returning * into after;
    -- Charges that were given back after the reversal are owed again.
    if movement.kind like '%_reversal_undone' then
      update charge_refunds r set undone_at = now() where r.payout_id = decided.id and r.undone_at is null
      returning * into refund;
      if found then
        movement.available := movement.available - refund.service - refund.vat - refund.stamp_duty;
        movement.fees := refund.service;
        movement.vat_payable := refund.vat;
        movement.stamp_duty_payable := refund.stamp_duty;
      end if;
    end if;
    if movement.kind is not null then
      perform post_journals(array[movement]);
    end if;
  exception
    when check_violation then
      outcome := 'not_covered';
      return;
    when unique_violation then
      outcome := 'moved_before';
      return;
  end;

  perform log_action(
    decided.merchant_id, decided.environment, 'payout decide', decided.reference,
    jsonb_build_object('status', decided.status, 'contradictedBy', decided.contradicted_by),
    jsonb_build_object('status', new_status, 'journal', movement.kind), p_acting
  );
  if new_status <> decided.status then
    perform emit_events(array[payout_event(after)]);
  end if;
  outcome := 'decided';
  payout := (payout_event(after)).data;
end
$$;
