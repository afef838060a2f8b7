-- Saves a bank account that a merchant pays out to, under the name that its bank has just given, and returns it as the
-- API shows it. One that is saved already gets the new name. Null, changing nothing, if the merchant has 200 in the
-- environment. Writes an audit row if something changes, and queues a mail to the owners for a new one. Takes the
-- advisory lock of the merchant's payout accounts. Raises PB012 if p_caller has lost the right.
create or replace function save_payout_account(
  p_merchant_id bigint, p_environment text, p_bank_code text, p_account_number text, p_account_name text,
  p_acting acting,
  p_caller caller
) returns json
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before payout_accounts;
  saved payout_accounts;
begin
  perform lock_payout_accounts(p_merchant_id, p_environment);
  perform require_right(p_caller, p_merchant_id, p_environment, 'pay', 'payout_accounts:write', true);
  select * into before from payout_accounts a
  where (a.merchant_id, a.environment, a.bank_code, a.account_number)
      = (p_merchant_id, p_environment, p_bank_code, p_account_number)
    and a.removed_at is null;
  if found and before.account_name = p_account_name then
    return payout_account_json(before);
  elsif found then
    update payout_accounts a set account_name = p_account_name where a.id = before.id returning * into saved;
  elsif (
    select count(*) from payout_accounts a
    where a.merchant_id = p_merchant_id and a.environment = p_environment and a.removed_at is null
  ) >= 200 then
    return null;
  else
    insert into payout_accounts (
      reference, merchant_id, environment, bank_code, account_number, account_name, created_at
    )
    values (
      new_reference('pac'), p_merchant_id, p_environment, p_bank_code, p_account_number, p_account_name,
      business_now(p_merchant_id, p_environment)
    )
    returning * into saved;
  end if;
  perform log_action(
    p_merchant_id, p_environment, 'payout-account add', saved.reference,
    case when before.id is not null then payout_account_facts(before) end, payout_account_facts(saved), p_acting
  );
  if before.id is null then
    perform notify_of_payout_account('payout_account_added', saved, p_acting);
  end if;
  return payout_account_json(saved);
end
$$;
