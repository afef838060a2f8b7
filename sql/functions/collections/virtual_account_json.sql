-- virtual_account_json(account) returns the virtual account as the API shows it, with its newest collection.
create or replace function virtual_account_json(account virtual_accounts) returns json
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return (
    select json_build_object(
      'reference', account.reference,
      'status', account.status,
      'bankCode', account.bank_code,
      'bankName', account.bank_name,
      'accountNumber', account.account_number,
      'accountName', account.account_name,
      'amount', money_json(account.amount, account.currency),
      'customerEmail', account.customer_email,
      'expiresAt', iso_timestamp(account.expires_at),
      'environment', account.environment,
      'createdAt', iso_timestamp(account.created_at),
      'collection', (
        select json_build_object('reference', c.reference, 'status', c.status)
        from collections c where c.virtual_account_id = account.id
        order by c.id desc limit 1
      )
    )
  );
end
$$;
