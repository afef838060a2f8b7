-- request_virtual_account(merchant_id, environment, customer_email, amount, expires_in_minutes, customer_name,
-- payment_link_id) asks for an account that expects amount kobo and lives for so many minutes from now. Returns the row's
-- id; a worker provisions it.
drop function if exists request_virtual_account(bigint, text, text, bigint, integer);

create or replace function request_virtual_account(
  merchant_id bigint, environment text, customer_email text, amount bigint, expires_in_minutes integer,
  customer_name text default null, payment_link_id bigint default null
) returns bigint
language plpgsql set search_path = public, pg_temp as $$
declare
  present constant timestamptz := business_now(merchant_id, environment);
  account_id bigint;
begin
  insert into virtual_accounts (
    reference, merchant_id, environment, customer_email, customer_name, payment_link_id, amount, currency,
    expires_in_minutes, created_at, expires_at
  ) values (
    new_reference('va'), request_virtual_account.merchant_id, request_virtual_account.environment,
    request_virtual_account.customer_email, request_virtual_account.customer_name,
    request_virtual_account.payment_link_id, request_virtual_account.amount, 'NGN',
    request_virtual_account.expires_in_minutes, present,
    present + make_interval(mins => request_virtual_account.expires_in_minutes)
  )
  returning id into account_id;
  perform enqueue_jobs('provision_virtual_account', array[account_id]);
  return account_id;
end
$$;
