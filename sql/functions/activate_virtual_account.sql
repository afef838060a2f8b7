-- activate_virtual_account(account_id, ...) gives a requested account the numbers that the gateway minted, opens its
-- collection and tells who waits. Returns false, changing nothing, where the account is no longer being minted.
create or replace function activate_virtual_account(
  account_id bigint, bank_code text, bank_name text, account_number text, account_name text
) returns boolean
language plpgsql set search_path = public, pg_temp as $$
begin
  update virtual_accounts v
  set status = 'active', bank_code = activate_virtual_account.bank_code,
    bank_name = activate_virtual_account.bank_name, account_number = activate_virtual_account.account_number,
    account_name = activate_virtual_account.account_name
  where v.id = account_id and v.status = 'minting';
  if not found then
    return false;
  end if;

  insert into collections (reference, merchant_id, environment, virtual_account_id, amount, currency)
  select new_reference('col'), v.merchant_id, v.environment, v.id, v.amount, v.currency
  from virtual_accounts v where v.id = account_id;
  perform notify_answer('virtual_account:' || account_id);
  return true;
end
$$;
