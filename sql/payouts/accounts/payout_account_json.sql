-- Returns the saved payout account as the API shows it, without absent members.
create or replace function payout_account_json(p_account payout_accounts) returns json
language sql stable
return json_strip_nulls(json_build_object(
  'reference', p_account.reference,
  'bankCode', p_account.bank_code,
  'bankName', (select b.name from banks b where b.code = p_account.bank_code),
  'accountNumber', p_account.account_number,
  'accountName', p_account.account_name,
  'isDefault', p_account.is_default,
  'merchantReference', p_account.merchant_reference,
  'metadata', p_account.metadata,
  'environment', p_account.environment,
  'createdAt', iso_timestamp(p_account.created_at)
));
