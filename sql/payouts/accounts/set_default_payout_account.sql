-- Makes a saved account the default for payouts without a destination, or with p_is_default false no longer, and
-- returns it; null, changing nothing, if it is not saved. Writes an audit row if something changes, and queues a mail
-- to the owners for a new default. Takes the advisory lock of the merchant's payout accounts. Raises PB012 if p_caller
-- has lost the right.
create or replace function set_default_payout_account(
  p_merchant_id bigint, p_environment text, p_reference text, p_is_default boolean, p_acting acting,
  p_caller caller
) returns json
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before text;
  chosen payout_accounts;
begin
  perform lock_payout_accounts(p_merchant_id, p_environment);
  perform require_right(p_caller, p_merchant_id, p_environment, 'pay', 'payout_accounts:write', true);
  select * into chosen from payout_accounts a
  where (a.merchant_id, a.environment, a.reference) = (p_merchant_id, p_environment, p_reference)
    and a.removed_at is null;
  if not found then
    return null;
  elsif chosen.is_default = p_is_default then
    return payout_account_json(chosen);
  end if;
  update payout_accounts a set is_default = false
  where a.merchant_id = p_merchant_id and a.environment = p_environment and a.is_default
  returning a.reference into before;
  update payout_accounts a set is_default = p_is_default where a.id = chosen.id returning * into chosen;
  perform log_action(
    p_merchant_id, p_environment, 'payout-account default', chosen.reference, jsonb_build_object('default', before),
    payout_account_facts(chosen), p_acting
  );
  if p_is_default then
    perform notify_of_payout_account('payout_account_default', chosen, p_acting);
  end if;
  return payout_account_json(chosen);
end
$$;
