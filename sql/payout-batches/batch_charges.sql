-- Returns the charges within a movement of a batch, for balance_transaction_of(): those of its newest run where they
-- are taken (batch_reserved), those of one item, negative, where they are given back (batch_released).
create or replace function batch_charges(p_kind text, p_subject text) returns charges_due
language sql stable
begin atomic
  select case
    when p_kind = 'batch_reserved' then (b.fee, b.vat, b.stamp_duty, 0)::charges_due
    else (-i.fee, -i.vat, -i.stamp_duty, 0)::charges_due
  end
  from payout_batches b
  left join payout_batch_items i on i.batch_id = b.id
    and i.place = case p_kind when 'batch_released' then split_part(p_subject, '.', 2)::integer end
  where b.reference = split_part(p_subject, '.', 1);
end;
