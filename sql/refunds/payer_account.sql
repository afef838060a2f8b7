-- Returns the account that paid, with the payer's name, if a refund may go there: its bank is in the list and open, its
-- number has ten digits and none is masked, and it is no virtual account of ours, whose money would come back as a
-- payment. All null otherwise. p_payer is what the provider reported, which has the bank by its name.
create or replace function payer_account(p_environment text, p_payer json) returns payout_destination
language sql stable
begin atomic
  select (b.code, p.account_number, p_payer ->> 'name', false, null)::payout_destination
  from (select p_payer ->> 'accountNumber' as account_number) p
  join banks b on lower(b.name) = lower(p_payer ->> 'bankName') and b.active
  where p.account_number ~ '^[0-9]{10}$' and not exists (
    select from virtual_accounts v
    where (v.environment, v.bank_code, v.account_number) = (p_environment, b.code, p.account_number)
      and v.status = 'active'
  );
end;
