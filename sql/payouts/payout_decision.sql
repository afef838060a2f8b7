-- Returns the movement that brings the books of a payout or refund to a status; its kind is null if nothing has to
-- move. Money moves at the gateway that the payout was sent through; what comes back, or goes again, at the one whose
-- float paid it. The fee is ours, and its taxes owed, once the payout has succeeded.
create or replace function payout_decision(p_payout payouts, p_status text) returns ledger_movement
language sql stable
begin atomic
  select return_movement(p_payout, (
    case when p_payout.collection_id is null then 'payout_' else 'refund_' end || step.kind, p_payout.reference,
    p_payout.merchant_id, p_payout.environment, p_payout.currency, step.available, step.reserved, step.gateway,
    step.charged * (p_payout.fee - coalesce(p_payout.vat, 0) - coalesce(p_payout.stamp_duty, 0)),
    step.charged * p_payout.vat, step.charged * p_payout.stamp_duty, 0,
    coalesce(case when 'reversed' in (p_payout.status, p_status) then paying_float(p_payout) end, p_payout.sent_through)
  )::ledger_movement)
  from (values
    ('{processing}', '{succeeded}', 'settled', 0, -p_payout.amount - p_payout.fee, p_payout.amount, 1),
    ('{needs_destination,awaiting_approval,pending,processing}', '{failed,canceled}', 'released',
      p_payout.amount + p_payout.fee, -p_payout.amount - p_payout.fee, 0, 0),
    ('{succeeded}', '{reversed}', 'reversed', p_payout.amount, 0, -p_payout.amount, 0),
    ('{failed}', '{succeeded}', 'release_undone', -p_payout.amount - p_payout.fee, 0, p_payout.amount, 1),
    ('{reversed}', '{succeeded}', 'reversal_undone', -p_payout.amount, 0, p_payout.amount, 0)
  ) step (old_statuses, new_statuses, kind, available, reserved, gateway, charged)
  where p_payout.status = any (step.old_statuses::text[]) and p_status = any (step.new_statuses::text[]);
end;
