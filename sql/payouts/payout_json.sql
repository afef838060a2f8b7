-- Returns the payout as the API and its events show it, without absent members.
create or replace function payout_json(p_payout payouts) returns json
language sql stable
return json_strip_nulls(json_build_object(
  'reference', p_payout.reference,
  'status', p_payout.status,
  'amount', money_json(p_payout.amount, p_payout.currency),
  'fee', money_json(p_payout.fee, p_payout.currency),
  'fees', fees_json(p_payout.fee, p_payout.vat, p_payout.stamp_duty, p_payout.currency),
  'purpose', p_payout.purpose,
  'destination', json_build_object(
    'bankCode', p_payout.bank_code, 'bankName', p_payout.bank_name,
    'accountNumber', p_payout.account_number, 'accountName', p_payout.account_name
  ),
  'narration', p_payout.narration,
  'merchantReference', p_payout.merchant_reference, 'metadata', p_payout.metadata,
  'batch', case when p_payout.batch_id is not null then batch_of(p_payout) end,
  'failure', case when p_payout.failure_code is not null then
    json_build_object('code', p_payout.failure_code, 'message', p_payout.failure_message)
  end,
  'cancelReason', p_payout.cancel_reason, 'environment', p_payout.environment,
  'createdAt', iso_timestamp(p_payout.created_at),
  'updatedAt', iso_timestamp(p_payout.updated_at),
  'settledAt', iso_timestamp(p_payout.settled_at)
));
