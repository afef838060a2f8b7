-- Cancels a payout or refund that no worker has claimed and returns the money, including the fee. Returns outcome
-- 'canceled' with the payout, as the API shows it, 'not_pending' or 'not_found'. A payout held because a provider's
-- statement has it is 'not_pending' too: it may have been paid. Writes an audit row for a live one that a person
-- cancels. Raises PB012 if p_caller has lost the right. Locks the payout, the collection of a refund, then the
-- merchant's ledger accounts.
create or replace function cancel_payout(
  p_merchant_id bigint, p_environment text, p_reference text, p_acting acting,
  p_caller caller, out outcome text, out payout json
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  target payouts;
  resource constant text := case when starts_with(p_reference, 'rfd_') then 'refund' else 'payout' end;
begin
  select * into target from payouts p
  where (p.merchant_id, p.environment, p.reference)
    = (p_merchant_id, p_environment, p_reference)
  for update;
  perform require_right(p_caller, p_merchant_id, p_environment, 'pay', resource || 's:write');
  if target.id is null then
    outcome := 'not_found';
    return;
  end if;
  if target.status not in ('needs_destination', 'awaiting_approval', 'pending') or exists (
    select from payout_holds h where h.payout_id = target.id and h.cause = 'statement' and h.decision is null
  ) then
    outcome := 'not_pending';
    return;
  end if;

  select * into target from cancel_unsent(array[target]);
  if p_environment = 'live' and (p_acting).person_id is not null then
    perform log_action(
      p_merchant_id, p_environment, case resource when 'refund' then 'refund cancel' else 'payout cancel' end,
      p_reference, payout_facts(target), null, p_acting
    );
  end if;
  outcome := 'canceled';
  payout := (payout_event(target)).data;
end
$$;
