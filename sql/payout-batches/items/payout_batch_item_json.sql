-- Returns an item of a batch as the API shows it, without absent members. Its status is that of its payout, once it has
-- one.
create or replace function payout_batch_item_json(p_item payout_batch_items) returns json
language sql stable
begin atomic
  select json_strip_nulls(json_build_object(
    'index', p_item.place,
    'row', p_item.line,
    'status', coalesce(p.status, p_item.status),
    'attempt', p_item.attempt,
    'amount', case when p_item.amount is not null then money_json(p_item.amount, 'NGN') end,
    'fee', case when p_item.fee is not null then money_json(p_item.fee, 'NGN') end,
    'fees', case when p_item.fee is not null then fees_json(p_item.fee, p_item.vat, p_item.stamp_duty, 'NGN') end,
    'destination', case when num_nonnulls(p_item.bank_code, p_item.account_number) > 0 then json_build_object(
      'bankCode', p_item.bank_code, 'bankName', (select b.name from banks b where b.code = p_item.bank_code),
      'accountNumber', p_item.account_number, 'accountName', p_item.account_name
    ) end,
    'payoutAccountId', p_item.payout_account,
    'name', p_item.name_match,
    'resolvedName', p_item.resolved_name,
    'duplicate', p_item.duplicate,
    'confirm', p_item.is_confirmed,
    'narration', p_item.narration,
    'purpose', p_item.purpose,
    'merchantReference', p_item.merchant_reference,
    'metadata', p_item.metadata,
    'given', p_item.given,
    'errors', p_item.errors,
    'payout', p.reference,
    'failure', case when p.failure_code is not null then
      json_build_object('code', p.failure_code, 'message', p.failure_message)
    end
  ))
  from (select) one left join payouts p on p.id = p_item.payout_id and p_item.status = 'created';
end;
