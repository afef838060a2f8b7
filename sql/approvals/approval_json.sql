-- Returns a payment that waits for approval as the API shows it, without absent members; with p_decision once somebody
-- has decided.
create or replace function approval_json(p_approval approvals, p_decision text default null) returns json
language sql stable
return (
  select json_strip_nulls(json_build_object(
    'reference', p_approval.reference,
    'kind', case
      when p_approval.credit_id is not null then 'accept' when p_approval.batch_id is not null then 'batch'
      when p.collection_id is not null then 'refund' else 'payout'
    end,
    'decision', p_decision,
    'reasons', p_approval.reasons,
    'amount', money_json(p_approval.amount, p_approval.currency),
    'fee', case when coalesce(p.id, b.id) is not null then money_json(coalesce(p.fee, b.fee), p_approval.currency) end,
    'batch', case when b.id is not null then json_build_object('name', b.name, 'items', b.item_count) end,
    'destination', case when p.bank_code is not null then json_build_object(
      'bankCode', p.bank_code, 'bankName', p.bank_name, 'accountNumber', p.account_number,
      'accountName', p.account_name
    ) end,
    'collection', (
      select c.reference from collections c where c.id = coalesce(p_approval.collection_id, p.collection_id)
    ),
    'makers', (
      select coalesce(json_agg(json_build_object('reference', m.reference, 'name', m.name) order by m.id), '[]')
      from people m where m.id = any (p_approval.makers)
    ),
    'key', p_approval.made_with,
    'environment', p_approval.environment,
    'createdAt', iso_timestamp(p_approval.created_at),
    'expiresAt', iso_timestamp(p_approval.expires_at)
  ))
  from (select) one
  left join payouts p on p.id = p_approval.payout_id
  left join payout_batches b on b.id = p_approval.batch_id
);
