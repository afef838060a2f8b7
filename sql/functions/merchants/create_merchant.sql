-- create_merchant(name, email) adds a merchant with its ledger accounts in both environments and returns the row.
-- Accounts of other currencies than naira are opened by what first needs them.
create or replace function create_merchant(name text, email text) returns merchants
language plpgsql set search_path = public, pg_temp as $$
declare
  merchant merchants;
begin
  insert into merchants (reference, name, email)
  values (new_reference('mer'), create_merchant.name, create_merchant.email)
  returning * into merchant;

  insert into ledger_accounts (merchant_id, environment, currency, kind, balance)
  select merchant.id, environment, 'NGN', kind, 0
  from unnest(array['test', 'live']) environment, unnest(array['available', 'reserved']) kind;
  return merchant;
end
$$;
