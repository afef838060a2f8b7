-- Saves a bank account that a merchant pays out to, under the name that its bank has just given, and returns it. One
-- that was saved before gets the new name. An operator's action.
create or replace function save_payout_account(
  p_merchant_id bigint, p_environment text, p_bank_code text, p_account_number text, p_account_name text,
  p_operator text, p_reason text
) returns payout_accounts
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  saved payout_accounts;
begin
  insert into payout_accounts as a (
    reference, merchant_id, environment, bank_code, account_number, account_name, created_at
  )
  values (
    new_reference('pac'), p_merchant_id, p_environment, p_bank_code, p_account_number, p_account_name,
    business_now(p_merchant_id, p_environment)
  )
  on conflict on constraint payout_account_is_saved_once do update set account_name = excluded.account_name
  returning a.* into saved;
  perform log_operator_action(
    'payout-account add', saved.reference, null, payout_account_facts(saved), p_operator, p_reason
  );
  return saved;
end
$$;
