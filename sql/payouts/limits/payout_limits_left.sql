-- Returns the merchant's limits of today in Lagos, by its own time, with what is left of each and whether a payout of
-- p_amount kobo fits, in the order in which they count: 'day' (money, to all accounts), 'accountDay' (money, to this
-- account) and 'accountDayPayouts' (their number), amounts as the API shows them. p_limits is what payout_limits_of()
-- returned, p_account the bank's code and the account's number, separated by a space; null leaves out the limits of
-- accounts. If the day is not counted (payout_use_is_counted), it counts the merchant's payouts of the day.
create or replace function payout_limits_left(p_limits payout_limits_in_force, p_account text, p_amount bigint)
returns table (name text, most json, remaining json, fits boolean)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  today constant date := lagos_day(business_now(p_limits.merchant_id, p_limits.environment));
  is_counted constant boolean := payout_use_is_counted(p_limits);
  used bigint;
  used_here bigint;
  payouts_here bigint;
begin
  select coalesce(sum(u.amount) filter (where u.account = ''), 0),
    coalesce(sum(u.amount) filter (where u.account = p_account), 0),
    coalesce(sum(u.payouts) filter (where u.account = p_account), 0)
  into used, used_here, payouts_here
  from (
    select k.account, k.amount, k.payouts from payout_use k
    where is_counted and k.account = any (array['', p_account])
      and (k.merchant_id, k.environment, k.day) = (p_limits.merchant_id, p_limits.environment, today)
    union all
    select c.account, c.amount, c.payouts from count_payouts(p_limits, today) c where not is_counted
  ) u;

  return query
  select l.name,
    case l.name when 'accountDayPayouts' then to_json(l.most) else money_json(l.most, 'NGN') end,
    case l.name when 'accountDayPayouts' then to_json(n.remaining) else money_json(n.remaining, 'NGN') end,
    l.used + l.wanted <= l.most
  from (values
    (1, 'day', p_limits.day_max, used, p_amount),
    (2, 'accountDay', p_limits.account_day_max, used_here, p_amount),
    (3, 'accountDayPayouts', p_limits.account_day_payouts, payouts_here, 1)
  ) l (n, name, most, used, wanted)
  cross join lateral (select greatest(l.most - l.used, 0) as remaining) n
  where l.most is not null and (l.n = 1 or p_account is not null)
  order by l.n;
end
$$;
