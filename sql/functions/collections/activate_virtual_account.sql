-- activate_virtual_account(account_id, ...) gives a requested account the numbers that the gateway provisioned, opens its
-- collection and tells who waits. Returns false, changing nothing, where the account is no longer being provisioned; one for a
-- payment link that was paid or disabled meanwhile is given up.
-- Locks the payment link, then the account.
create or replace function activate_virtual_account(
  account_id bigint, bank_code text, bank_name text, account_number text, account_name text
) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  account virtual_accounts;
  link_status text;
begin
  -- Waits for a settlement that is about to close the link.
  select l.status into link_status from payment_links l
  where l.id = (select v.payment_link_id from virtual_accounts v where v.id = account_id)
  for share;
  if link_status <> 'active' then
    perform fail_virtual_account(account_id);
    return false;
  end if;

  update virtual_accounts v
  set status = 'active', bank_code = activate_virtual_account.bank_code,
    bank_name = activate_virtual_account.bank_name, account_number = activate_virtual_account.account_number,
    account_name = activate_virtual_account.account_name
  where v.id = account_id and v.status = 'provisioning'
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
  perform notify_result('virtual_account:' || account_id);
  return true;
end
$$;
