-- Returns a saved payout account for the audit log: the end of its number, and no name.
create or replace function payout_account_facts(p_account payout_accounts) returns jsonb
language sql stable
return jsonb_build_object(
  'merchant', (select m.reference from merchants m where m.id = p_account.merchant_id),
  'environment', p_account.environment, 'bankCode', p_account.bank_code,
  'accountNumber', p_account.account_number, 'isDefault', p_account.is_default
);
