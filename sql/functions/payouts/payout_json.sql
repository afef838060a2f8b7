-- payout_json(payout) returns the payout as the API and its events show it; absent members are left out.
--
-- Its body is bound when it is created, which pins its names, and is inlined where it is used.
create or replace function payout_json(payout payouts) returns json
language sql stable
return json_strip_nulls(json_build_object(
  'reference', payout.reference,
  'status', payout.status,
  'amount', money_json(payout.amount, payout.currency),
  'fee', money_json(payout.fee, payout.currency),
  'destination', json_build_object(
    'bankCode', payout.bank_code,
    'bankName', payout.bank_name,
    'accountNumber', payout.account_number,
    'accountName', payout.account_name
  ),
  'narration', payout.narration,
  'metadata', payout.metadata,
  'failure', case when payout.failure_code is not null then
    json_build_object('code', payout.failure_code, 'message', payout.failure_message)
  end,
  'environment', payout.environment,
  'createdAt', iso_timestamp(payout.created_at),
  'updatedAt', iso_timestamp(payout.updated_at),
  'settledAt', iso_timestamp(payout.settled_at)
));
