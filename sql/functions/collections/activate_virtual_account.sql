-- Gives a virtual account the bank details that the gateway provisioned, opens its collection and notifies the
-- waiting request. Returns false if the account is no longer being provisioned, or if its payment link was paid or
-- disabled meanwhile, which fails the account. Locks the payment link, then the account.
create or replace function activate_virtual_account(
  p_account_id bigint, p_bank_code text, p_bank_name text, p_account_number text, p_account_name text
) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  account virtual_accounts;
  link_status text;
begin
  -- Waits for a settlement that may be about to close the link.
  select l.status into link_status from payment_links l
  where l.id = (select v.payment_link_id from virtual_accounts v where v.id = p_account_id)
  for share;
  if link_status <> 'active' then
    perform fail_virtual_account(p_account_id);
    return false;
  end if;

  update virtual_accounts v
  set status = 'active', bank_code = p_bank_code, bank_name = p_bank_name, account_number = p_account_number,
    account_name = p_account_name
  where v.id = p_account_id and v.status = 'provisioning'
  returning * into account;
  if not found then
    return false;
  end if;

  insert into collections (
    reference, merchant_id, environment, virtual_account_id, payment_link_id, amount, currency, expires_at, created_at
  ) values (
    new_reference('col'), account.merchant_id, account.environment, account.id, account.payment_link_id,
    account.amount, account.currency, account.expires_at, business_now(account.merchant_id, account.environment)
  );
  perform notify_result('virtual_account:' || p_account_id);
  return true;
end
$$;
