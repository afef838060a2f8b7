-- Returns the virtual account as the API shows it, with its newest collection and without absent
-- members.
create or replace function virtual_account_json(p_account virtual_accounts) returns json
language sql stable
return json_strip_nulls(json_build_object(
  'reference', p_account.reference,
  'status', p_account.status,
  'bankCode', p_account.bank_code,
  'bankName', p_account.bank_name,
  'accountNumber', p_account.account_number,
  'accountName', p_account.account_name,
  'amount', money_json(p_account.amount, p_account.currency),
  'customerEmail', p_account.customer_email,
  'expiresAt', iso_timestamp(p_account.expires_at),
  'merchantReference', p_account.merchant_reference,
  'metadata', p_account.metadata,
  'environment', p_account.environment,
  'createdAt', iso_timestamp(p_account.created_at),
  'collection', (
    select json_build_object('reference', c.reference, 'status', c.status)
    from collections c where c.virtual_account_id = p_account.id
    order by c.id desc limit 1
  )
));
