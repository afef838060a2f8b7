-- Saves a bank account that a merchant pays out to, under the name that its bank has just given, and returns it as the
-- API shows it. One that is saved already gets the new name, and p_merchant_reference and p_metadata if given. Null,
-- changing nothing, if the merchant has 200 in the environment. Writes an audit row if something changes, and queues a
-- mail to the owners for a new one. Takes the advisory lock of the merchant's payout accounts. Raises PB012 if p_caller
-- has lost the right, and a unique violation if another saved account has p_merchant_reference.
create or replace function save_payout_account(
  p_merchant_id bigint, p_environment text, p_bank_code text, p_account_number text, p_account_name text,
  p_acting acting,
  p_caller caller, p_merchant_reference text default null, p_metadata json default null
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
  if found and before.account_name = p_account_name
    and coalesce(p_merchant_reference, before.merchant_reference) is not distinct from before.merchant_reference
    and coalesce(p_metadata, before.metadata)::jsonb is not distinct from before.metadata::jsonb
  then
    return payout_account_json(before);
  elsif found then
    update payout_accounts a
    set account_name = p_account_name, merchant_reference = coalesce(p_merchant_reference, a.merchant_reference),
      metadata = coalesce(p_metadata, a.metadata)
    where a.id = before.id
    returning * into saved;
  elsif (
    select count(*) from payout_accounts a
    where a.merchant_id = p_merchant_id and a.environment = p_environment and a.removed_at is null
  ) >= 200 then
    return null;
  else
    insert into payout_accounts (
      reference, merchant_id, environment, bank_code, account_number, account_name, merchant_reference, metadata,
      created_at
    )
    values (
      new_reference('pac'), p_merchant_id, p_environment, p_bank_code, p_account_number, p_account_name,
      p_merchant_reference, p_metadata, business_now(p_merchant_id, p_environment)
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
