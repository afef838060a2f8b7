-- Compares whom a live gateway says that a payout goes to with whom it is for: p_bank, its code of the bank, and
-- p_holder, each null where it does not say. Returns what differs, 'bank' (is_other_bank) or 'holder'
-- (is_other_holder); empty where nothing does.
--
-- A difference stops the gateway for that bank, as freeze_payouts() does: what it calls this bank may be another one.
-- Nothing happens to this payout, which may have been sent. Where an operator has released that since the payout was
-- submitted, it is not stopped again because of it. Waits for claims that are under way, a second at most (55P03).
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
  if differing = '{}' or exists (
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
