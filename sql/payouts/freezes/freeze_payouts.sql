-- Stops payouts of an environment for an operator, until release_payouts(): those of a merchant, those to a bank, those
-- through a live gateway to all banks or one, or all (see freeze_target). Once this has committed, none of them is
-- claimed, and new ones are refused. Accepted but unclaimed ones wait. For a gateway: nothing new is sent through it;
-- payouts go through the next gateway that reaches the bank, and are accepted, but wait if there is none. Claimed
-- payouts continue: the provider may have them. Waits for no claim, however slow the database is:
-- claimed_before_freeze() does, afterwards. Returns what is frozen. Raises PB008 if it is frozen already, and what
-- freeze_target() raises.
create or replace function freeze_payouts(
  p_environment text, p_scope text, p_merchant text, p_bank text, p_gateway text, p_acting acting
) returns table (environment text, frozen text, frozen_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  target record;
begin
  target := freeze_target(p_scope, p_merchant, p_bank, p_gateway);
  insert into payout_freezes (environment, merchant_id, bank_code, gateway)
  values (p_environment, target.merchant_id, target.bank_code, target.gateway)
  on conflict on constraint payout_freeze_is_kept_once do nothing;
  if not found then
    raise exception '% is already frozen in %: npm run ops -- payout-freezes lists freezes', target.name, p_environment
      using errcode = 'PB008';
  end if;
  perform log_action(
    target.merchant_id, p_environment, 'payout freeze', target.name, null, jsonb_build_object('scope', p_scope),
    p_acting
  );
  return query select p_environment, target.name, now();
end
$$;
