-- Removes a saved account; without the default one there is none. Returns it as it was, or null, changing nothing, if
-- it is not saved. The newest 200 removed accounts are kept, so that a payout to one gets the right error. Writes an
-- audit row, and queues a mail to the owners. Takes the advisory lock of the merchant's payout accounts. Raises PB012
-- if p_caller has lost the right.
create or replace function remove_payout_account(
  p_merchant_id bigint, p_environment text, p_reference text, p_acting acting,
  p_caller caller
) returns json
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before payout_accounts;
begin
  perform lock_payout_accounts(p_merchant_id, p_environment);
  perform require_right(p_caller, p_merchant_id, p_environment, 'pay', 'payout_accounts:write');
  select * into before from payout_accounts a
  where (a.merchant_id, a.environment, a.reference) = (p_merchant_id, p_environment, p_reference)
    and a.removed_at is null;
  if not found then
    return null;
  end if;
  update payout_accounts a set removed_at = now(), is_default = false where a.id = before.id;
  delete from payout_accounts a where a.id in (
    select r.id from payout_accounts r
    where r.merchant_id = p_merchant_id and r.environment = p_environment and r.removed_at is not null
    order by r.removed_at desc, r.id desc offset 200
  );
  perform log_action(
    p_merchant_id, p_environment, 'payout-account remove', before.reference, payout_account_facts(before), null,
    p_acting
  );
  perform notify_of_payout_account('payout_account_removed', before, p_acting);
  return payout_account_json(before);
end
$$;
