-- request_virtual_account(merchant_id, environment, customer_email, amount, expires_in_minutes) asks for an account
-- that expects amount kobo and lives for so many minutes from now. Returns the row's id; a worker mints it.
create or replace function request_virtual_account(
  merchant_id bigint, environment text, customer_email text, amount bigint, expires_in_minutes integer
) returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare
  account_id bigint;
begin
  insert into virtual_accounts (
    reference, merchant_id, environment, customer_email, amount, currency, expires_in_minutes, expires_at
  ) values (
    new_reference('va'), request_virtual_account.merchant_id, request_virtual_account.environment,
    request_virtual_account.customer_email, request_virtual_account.amount, 'NGN',
    request_virtual_account.expires_in_minutes,
    now() + make_interval(mins => request_virtual_account.expires_in_minutes)
  )
  returning id into account_id;
  perform enqueue_jobs('mint_virtual_account', array[account_id]);
  return account_id;
end
$$;
