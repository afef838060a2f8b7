-- Cancels a payout that no worker has claimed and returns the money, including the fee. Returns outcome 'canceled' with
-- the payout, 'not_pending' or 'not_found'. A payout held because a provider's statement has it is 'not_pending' too:
-- it may have been paid. Writes an audit row for a live one that a person cancels. Raises PB012 if p_caller has lost
-- the right. Locks the payout, then the merchant's ledger accounts.
create or replace function cancel_payout(
  p_merchant_id bigint, p_environment text, p_reference text, p_acting acting,
  p_caller caller, out outcome text, out payout json
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  target payouts;
  cost bigint;
begin
  select * into target from payouts p
  where (p.merchant_id, p.environment, p.reference)
    = (p_merchant_id, p_environment, p_reference)
  for update;
  perform require_right(p_caller, p_merchant_id, p_environment, 'pay', 'payouts:write');
  if target.id is null then
    outcome := 'not_found';
    return;
  end if;
  if target.status <> 'pending' or exists (
    select from payout_holds h where h.payout_id = target.id and h.cause = 'statement' and h.decision is null
  ) then
    outcome := 'not_pending';
    return;
  end if;

  cost := target.amount + target.fee;
  update payouts p
  set status = 'canceled', held_since = null, fence = p.fence + 1,
    updated_at = business_now(p.merchant_id, p.environment)
  where p.id = target.id
  returning * into target;
  -- It needs no decision any more (block_recipient).
  delete from payout_holds h where h.payout_id = target.id and h.decision is null;
  perform post_journals(array[(
    'payout_released', target.reference, target.merchant_id, target.environment, target.currency,
    cost, -cost, 0, 0, 0, 0, 0, null
  )::ledger_movement]);
  perform remove_job('execute_payout', target.id);
  perform queue_next_jobs('execute_payout', array[p_merchant_id], p_environment);
  if p_environment = 'live' and (p_acting).person_id is not null then
    perform log_action(
      p_merchant_id, p_environment, 'payout cancel', p_reference, payout_facts(target), null, p_acting
    );
  end if;
  outcome := 'canceled';
  payout := payout_json(target);
end
$$;
