-- Makes a saved account the one that payouts without a destination go to, and returns it; null, changing nothing, if
-- it is not saved. An operator's action. Locks the merchant's saved accounts of the environment.
create or replace function set_default_payout_account(
  p_merchant_id bigint, p_environment text, p_bank_code text, p_account_number text, p_operator text, p_reason text
) returns payout_accounts
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before text;
  chosen payout_accounts;
begin
  perform from payout_accounts a
  where a.merchant_id = p_merchant_id and a.environment = p_environment order by a.id for update;
  select * into chosen from payout_accounts a
  where (a.merchant_id, a.environment, a.bank_code, a.account_number)
    = (p_merchant_id, p_environment, p_bank_code, p_account_number);
  if not found then
    return null;
  end if;
  update payout_accounts a set is_default = false
  where a.merchant_id = p_merchant_id and a.environment = p_environment and a.is_default
  returning a.reference into before;
  update payout_accounts a set is_default = true where a.id = chosen.id returning * into chosen;
  perform log_operator_action(
    'payout-account default', chosen.reference, jsonb_build_object('default', before), payout_account_facts(chosen),
    p_operator, p_reason
  );
  return chosen;
end
$$;
