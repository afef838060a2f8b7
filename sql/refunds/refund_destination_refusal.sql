-- Returns why a refund may not go to an account, as an outcome of accept_payouts(); null if it may. p_account_name is
-- the holder's name by whoever gave the account; the rest is from payout_terms().
create or replace function refund_destination_refusal(
  p_account_name text, p_enquired_name text, p_is_bank_open boolean, p_is_frozen boolean, p_is_blocked boolean
) returns text
language sql immutable
return case
  when p_is_bank_open is not true then 'bank_closed'
  when p_is_frozen then 'payouts_frozen'
  when p_is_blocked then 'destination_blocked'
  when p_enquired_name is null then 'enquiry_needed'
  when p_enquired_name <> p_account_name then 'name_mismatch'
end;
