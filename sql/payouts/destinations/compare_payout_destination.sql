-- Compares the recipient that a live gateway reports for a payout with the payout's own: p_bank, its code of the bank,
-- and p_holder, each null if not reported. Returns what differs, 'bank' (is_other_bank) or 'holder' (is_other_holder);
-- empty if nothing does.
--
-- A difference freezes the gateway for that bank, as freeze_payouts() does: its code may be another bank's. This
-- payout, which may have been sent, is not changed. If an operator has released the freeze since the payout was
-- submitted, it doesn't freeze again. Nor does another holder of an account that was saved more than a day before: its
-- name is as old, and one merchant's account would stop the payouts of all. Waits for claims in progress, a second at
-- most (55P03).
create or replace function compare_payout_destination(
  p_payout_id bigint, p_gateway text, p_bank text, p_holder text
) returns text[]
language plpgsql volatile security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  payout payouts;
  differing text[];
  name text;
begin
  select * into strict payout from payouts p where p.id = p_payout_id;
  differing := array_remove(array[
    case when is_other_bank(p_gateway, payout.bank_code, p_bank) then 'bank' end,
    case when is_other_holder(payout.account_name, p_holder) then 'holder' end
  ], null);
  name := freeze_name(null, payout.bank_code, p_gateway);
  if differing = '{}' or differing = '{holder}' and exists (
    select from payout_accounts a
    where (a.merchant_id, a.environment, a.bank_code, a.account_number, a.account_name)
      = (payout.merchant_id, payout.environment, payout.bank_code, payout.account_number, payout.account_name)
      and a.removed_at is null and a.created_at < payout.created_at - interval '1 day'
  ) or exists (
    select from audit_log l
    where l.target = name and l.action = 'payout release' and l.environment = 'live'
      and l.done_at > payout.submitted_at
  ) then
    return differing;
  end if;

  insert into payout_freezes (environment, bank_code, gateway) values ('live', payout.bank_code, p_gateway)
  on conflict on constraint payout_freeze_is_kept_once do nothing;
  if found then
    perform log_action(
      null, 'live', 'payout freeze', name, null,
      jsonb_build_object('scope', 'gateway', 'payout', payout.reference, 'differs', to_jsonb(differing)),
      row('workers', null, null, 'it named another ' || array_to_string(differing, ' and another '), null)::acting
    );
  end if;
  return differing;
end
$$;
