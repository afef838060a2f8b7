-- Takes a payout of p_amount kobo from a merchant's limits of today in Lagos, by the merchant's own time; or so many
-- p_payouts of a batch together. The other parameters are those of payout_limits_left(). Returns null if it was taken.
-- Else takes nothing and returns the first limit that it exceeds, {limit, most, left}, as the API shows it.
--
-- accept_payouts() calls it under the locks of the merchant's ledger accounts: each call sees what the last one took.
create or replace function take_payout_limits(
  p_limits payout_limits_in_force, p_account text, p_amount bigint, p_payouts bigint default 1
) returns json
language plpgsql set search_path = public, pg_temp as $$
declare
  today constant date := lagos_day(business_now(p_limits.merchant_id, p_limits.environment));
  has_accounts constant boolean := num_nonnulls(p_limits.account_day_max, p_limits.account_day_payouts) > 0;
  reached json;
begin
  if num_nonnulls(p_limits.day_max, p_limits.account_day_max, p_limits.account_day_payouts) = 0 then
    return null;
  end if;
  -- The first of the day, or the first under these limits: nothing was counted while there was none.
  if not payout_use_is_counted(p_limits) then
    perform recount_payouts(p_limits, today);
  end if;
  select json_build_object('limit', l.name, 'most', l.most, 'left', l.remaining) into reached
  from payout_limits_left(p_limits, p_account, p_amount) l where not l.fits limit 1;
  if reached is not null then
    return reached;
  end if;

  insert into payout_use as u (merchant_id, environment, day, account, amount, payouts)
  select p_limits.merchant_id, p_limits.environment, today, a.account, p_amount, p_payouts
  from unnest(case when has_accounts then array_remove(array['', p_account], null) else array[''] end) a (account)
  on conflict on constraint payout_use_is_kept_once do update
    set amount = u.amount + excluded.amount, payouts = u.payouts + excluded.payouts;
  return null;
end
$$;
