-- Returns how a merchant sees a movement (ledger_movement) of its available money: the kind of balance transaction, the
-- charges within it, in minor units (positive: taken, negative: given back), and when it happened at the bank, if a
-- provider said so. No row if available money does not move. For post_journals(), which keeps it with the entry: what
-- it depends on may change, or be deleted. A journal that merchants have no other word for is shown by its own.
create or replace function balance_transaction_of(
  p_kind text, p_subject text, p_available bigint, p_fees bigint, p_vat bigint, p_stamp_duty bigint
)
returns table (kind text, fee bigint, vat bigint, stamp_duty bigint, occurred_at timestamptz)
language sql stable rows 1
begin atomic
  select
    case p_kind
      when 'return_accepted' then 'unmatched_returned'
      when 'batch_reserved' then 'payout_batch'
      when 'batch_released' then 'payout_canceled'
      when sent || '_accepted' then sent
      when sent || '_released' then shown || case p.status when 'canceled' then '_canceled' else '_failed' end
      when sent || '_reversed' then shown || '_reversed'
      when sent || '_release_undone' then shown || '_corrected'
      when sent || '_reversal_undone' then shown || '_corrected'
      when 'credit_settled' then 'collection'
      -- The parts of a collection are released when it has succeeded, all else by an operator's decision.
      when 'credit_released' then
        case when cr.is_counted and (c.status, c.currency) = ('succeeded', cr.currency) then 'collection'
          else 'unmatched_accepted' end
      when 'credit_accepted' then 'unmatched_accepted'
      when 'identity_fee_reserved' then 'identity_check'
      when 'identity_fee_released' then 'identity_check_returned'
      else p_kind
    end,
    case p_kind
      when sent || '_accepted' then p.fee
      when sent || '_released' then -p.fee
      when sent || '_release_undone' then p.fee
      when 'credit_settled' then nullif(p_fees, 0)
      when 'credit_accepted' then nullif(p_fees, 0)
      when 'identity_fee_reserved' then -p_available
      when 'identity_fee_released' then -p_available
      when 'batch_reserved' then (batch_charges(p_kind, p_subject)).fee
      when 'batch_released' then (batch_charges(p_kind, p_subject)).fee
      when 'charges_refunded' then -p_available
      -- Charges that were given back after the reversal are taken again.
      when sent || '_reversal_undone' then nullif(p_fees + p_vat + p_stamp_duty, 0)
    end,
    case p_kind
      when sent || '_accepted' then p.vat
      when sent || '_released' then -p.vat
      when sent || '_release_undone' then p.vat
      when 'identity_fee_reserved' then r.vat
      when 'identity_fee_released' then -r.vat
      when 'batch_reserved' then (batch_charges(p_kind, p_subject)).vat
      when 'batch_released' then (batch_charges(p_kind, p_subject)).vat
      else nullif(p_vat, 0)
    end,
    case p_kind
      when sent || '_accepted' then p.stamp_duty
      when sent || '_released' then -p.stamp_duty
      when sent || '_release_undone' then p.stamp_duty
      when 'batch_reserved' then (batch_charges(p_kind, p_subject)).stamp_duty
      when 'batch_released' then (batch_charges(p_kind, p_subject)).stamp_duty
      else nullif(p_stamp_duty, 0)
    end,
    cr.paid_at
  from (select substring(p_kind from '^(payout|refund|return)_') as sent) one
  cross join lateral (select case sent when 'return' then 'unmatched_return' else sent end as shown) two
  left join payouts p on sent is not null and p.reference = p_subject
  left join credits cr on starts_with(p_kind, 'credit_') and cr.reference = p_subject
  left join collections c on c.id = cr.collection_id
  left join identity_checks k on starts_with(p_kind, 'identity_') and k.reference = p_subject
  left join identity_records r on r.id = k.identity_record_id
  where p_available <> 0;
end;
