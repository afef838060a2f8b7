-- Takes a payout of p_amount kobo from a merchant's limits of today in Lagos, by the merchant's own time. p_limits is
-- what payout_limits_of() returned, p_account the bank's code and the account's number, separated by a space. Returns
-- null if it was taken. Else takes nothing and returns {limit, most, left} as the API shows it: 'day' (money, to all
-- accounts), 'accountDay' (money, to this account) or 'accountDayPayouts' (their number).
--
-- accept_payouts() calls it under the locks of the merchant's ledger accounts: each call sees what the last one took.
create or replace function take_payout_limits(p_limits payout_limits_in_force, p_account text, p_amount bigint)
returns json
language plpgsql set search_path = public, pg_temp as $$
declare
  tenant_id constant bigint := p_limits.merchant_id;
  today constant date := lagos_day(business_now(p_limits.merchant_id, p_limits.environment));
  has_accounts constant boolean := num_nonnulls(p_limits.account_day_max, p_limits.account_day_payouts) > 0;
  used bigint;
  used_here bigint := 0;
  payouts_here bigint := 0;
  counted_for text;
  reached json;
begin
  if num_nonnulls(p_limits.day_max, p_limits.account_day_max, p_limits.account_day_payouts) = 0 then
    return null;
  end if;
  select u.amount, u.counted_for into used, counted_for
  from payout_use u
  where (u.merchant_id, u.environment, u.day, u.account) = (tenant_id, p_limits.environment, today, '');
  -- The first of the day, or the first under these limits: nothing was counted while there was none.
  if counted_for is distinct from p_limits.version then
    used := recount_payouts(p_limits, today);
  end if;
  if has_accounts then
    select coalesce(sum(u.amount), 0), coalesce(sum(u.payouts), 0) into used_here, payouts_here
    from payout_use u
    where (u.merchant_id, u.environment, u.day, u.account) = (tenant_id, p_limits.environment, today, p_account);
  end if;

  select case l.name
      when 'accountDayPayouts' then json_build_object('limit', l.name, 'most', l.most, 'left', n.left)
      else json_build_object('limit', l.name, 'most', money_json(l.most, 'NGN'), 'left', money_json(n.left, 'NGN'))
    end
  into reached
  from (values
    (1, 'day', p_limits.day_max, used, p_amount),
    (2, 'accountDay', p_limits.account_day_max, used_here, p_amount),
    (3, 'accountDayPayouts', p_limits.account_day_payouts, payouts_here, 1)
  ) l (n, name, most, used, wanted)
  cross join lateral (select greatest(l.most - l.used, 0) as left) n
  where l.used + l.wanted > l.most
  order by l.n limit 1;
  if reached is not null then
    return reached;
  end if;

  insert into payout_use as u (merchant_id, environment, day, account, amount, payouts)
  select tenant_id, p_limits.environment, today, a.account, p_amount, 1
  from unnest(case when has_accounts then array['', p_account] else array[''] end) a (account)
  on conflict on constraint payout_use_is_kept_once do update
    set amount = u.amount + excluded.amount, payouts = u.payouts + excluded.payouts;
  return null;
end
$$;
