-- Returns the account that paid a collection, with the payer's name, if a refund may go there: its bank is in the list
-- and open, its number has ten digits and none is masked, and it is no virtual account of ours, whose money would come
-- back as a payment. All null otherwise. Providers report the bank by its name.
create or replace function payer_account(p_collection collections) returns payout_destination
language sql stable
begin atomic
  select (b.code, p.account_number, p_collection.payer ->> 'name', false, null)::payout_destination
  from (select p_collection.payer ->> 'accountNumber' as account_number) p
  join banks b on lower(b.name) = lower(p_collection.payer ->> 'bankName') and b.active
  where p.account_number ~ '^[0-9]{10}$' and not exists (
    select from virtual_accounts v
    where (v.environment, v.bank_code, v.account_number) = (p_collection.environment, b.code, p.account_number)
      and v.status = 'active'
  );
end;
