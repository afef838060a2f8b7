-- open_collection(merchant_id, environment, reference, amount) opens a further collection, of amount kobo, on a virtual
-- account whose last one is final, and makes the account active again for as long as it was to live at first.
--
-- Returns outcome 'opened' with the collection, 'still_open' (also where another account has taken over the number) or
-- 'not_found'. Locks the account.
create or replace function open_collection(
  merchant_id bigint, environment text, reference text, amount bigint, out outcome text, out collection json
)
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  account virtual_accounts;
  opened collections;
  present timestamptz;
begin
  select * into account from virtual_accounts v
  where (v.merchant_id, v.environment, v.reference)
      = (open_collection.merchant_id, open_collection.environment, open_collection.reference)
    and v.status in ('active', 'closed', 'expired')
  for update;
  if not found then
    outcome := 'not_found';
    return;
  end if;
  if account.status = 'active' or exists (
    select from virtual_accounts v
    where (v.environment, v.bank_code, v.account_number) = (account.environment, account.bank_code, account.account_number)
      and v.status = 'active'
  ) then
    outcome := 'still_open';
    return;
  end if;

  present := business_now(account.merchant_id, account.environment);
  -- Only the collections of its payer's attempt belong to a payment link.
  update virtual_accounts v
  set status = 'active', amount = open_collection.amount, payment_link_id = null,
    expires_at = present + make_interval(mins => v.expires_in_minutes)
  where v.id = account.id
  returning * into account;
  insert into collections (
    reference, merchant_id, environment, virtual_account_id, amount, currency, expires_at, created_at
  ) values (
    new_reference('col'), account.merchant_id, account.environment, account.id, open_collection.amount,
    account.currency, account.expires_at, present
  )
  returning * into opened;
  outcome := 'opened';
  collection := collection_json(opened);
end
$$;
