-- Cancels a batch. Before its start nothing was reserved, and it is canceled at once. Otherwise its cancellation
-- begins: items that are not claimed are canceled, in slices, what was sent by then still ends, and then it is
-- canceled. Returns outcome 'canceled' with the batch as the API shows it, 'wrong_state' or 'not_found'. Writes an
-- audit row for a live one that a person cancels. Raises PB012 if p_caller has lost the right. Locks the batch, then
-- what cancel_batch_slice() locks.
create or replace function cancel_payout_batch(
  p_merchant_id bigint, p_environment text, p_reference text, p_acting acting, p_caller caller,
  out outcome text, out batch json
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  target payout_batches;
begin
  select * into target from payout_batches b
  where (b.merchant_id, b.environment, b.reference) = (p_merchant_id, p_environment, p_reference)
  for update;
  perform require_right(p_caller, p_merchant_id, p_environment, 'pay', 'payout_batches:write');
  outcome := case
    when target.id is null then 'not_found'
    when target.status in ('completed', 'canceled', 'failed') or target.canceled_at is not null
      -- Its names are checked again for a retry.
      or (target.status = 'validating' and target.runs > 0) then 'wrong_state'
    else 'canceled'
  end;
  if outcome <> 'canceled' then
    return;
  end if;
  if p_environment = 'live' and (p_acting).person_id is not null then
    perform log_action(
      p_merchant_id, p_environment, 'payout-batch cancel', p_reference, payout_batch_facts(target), null, p_acting
    );
  end if;
  batch := payout_batch_json(begin_batch_cancel(target, null));
end
$$;
