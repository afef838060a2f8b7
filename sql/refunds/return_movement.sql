-- Returns a movement of a payout or refund as the refund of an unmatched credit has it: the amount is in suspense
-- before and after, unless its merchant has accepted the credit since, and only the charges are in the balance. Any
-- other payout's is returned as it is.
create or replace function return_movement(p_payout payouts, p_movement ledger_movement) returns ledger_movement
language sql stable
return case when p_payout.credit_id is null then p_movement else (
  select (
    replace(p_movement.kind, 'refund_', 'return_'), p_movement.subject, p_movement.merchant_id, p_movement.environment,
    p_movement.currency, p_movement.available - held.amount, p_movement.reserved, p_movement.gateway, p_movement.fees,
    p_movement.vat_payable, p_movement.stamp_duty_payable, held.amount, p_movement.through
  )::ledger_movement
  from (
    select case
      when cr.status = 'settled' then 0 else sign(p_movement.available)::bigint * p_payout.amount
    end as amount
    from credits cr where cr.id = p_payout.credit_id
  ) held
) end;
