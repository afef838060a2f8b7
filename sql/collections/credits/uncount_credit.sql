-- Takes a credit in suspense out of what its collection has received, so that money which goes another way does not
-- help to complete it. The caller holds the locks of both.
create or replace function uncount_credit(p_credit credits) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  update collections c
  set amount_received = c.amount_received - p_credit.amount,
    status = case
      when c.status = 'underpaid' and c.amount_received = p_credit.amount then 'awaiting_payment' else c.status
    end
  where c.id = p_credit.collection_id and p_credit.is_counted and c.currency = p_credit.currency
    and c.status not in ('succeeded', 'failed');
  update credits cr set is_counted = false where cr.id = p_credit.id;
end
$$;
