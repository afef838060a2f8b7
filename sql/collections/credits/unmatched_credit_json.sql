-- Returns an unmatched credit as the API and its events show it, without absent members.
create or replace function unmatched_credit_json(p_credit credits) returns json
language sql stable
return (
  select json_strip_nulls(json_build_object(
    'reference', p_credit.reference,
    'status', case p_credit.status
      when 'suspended' then 'waiting' when 'settled' then 'accepted' when 'refunded' then 'returned'
      else p_credit.status
    end,
    'reason', p_credit.unmatched_reason,
    'amount', money_json(p_credit.amount, p_credit.currency),
    'collection', (select c.reference from collections c where c.id = p_credit.collection_id),
    'payer', p_credit.payer,
    'awaitingApproval', case when exists (select from approvals a where a.credit_id = p_credit.id) then true end,
    'refund', returned.reference,
    'failure', case when p_credit.status = 'suspended' and returned.status in ('failed', 'reversed') then
      json_build_object(
        'code', coalesce(returned.failure_code, 'TRANSFER_REVERSED'),
        'message', coalesce(returned.failure_message, 'The bank sent the return back.')
      )
    end,
    'environment', p_credit.environment,
    'createdAt', iso_timestamp(p_credit.received_at)
  ))
  from (select) one
  left join lateral (
    select p.reference, p.status, p.failure_code, p.failure_message from payouts p where p.credit_id = p_credit.id
    order by p.id desc limit 1
  ) returned on true
);
