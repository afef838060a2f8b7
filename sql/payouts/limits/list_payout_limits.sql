-- Returns the payout limits that operators have set, tiers first, the latest 1,000; or, for a merchant (p_merchant, a
-- reference), its effective limits in each environment, including those of its tier, with the merchant's use of today,
-- in Lagos and by its own time, and what is left of the day; null if nothing was paid out since the limits were set, or
-- there is no daily limit. Amounts in kobo. set_at: when they were set; null with p_merchant. Raises PB008 if there is
-- no such merchant.
create or replace function list_payout_limits(p_merchant text)
returns table (
  environment text, merchant text, tier text, payout_max bigint, day_max bigint, account_day_max bigint,
  account_day_payouts bigint, used_today bigint, payouts_today bigint, left_today bigint, set_at timestamptz
)
language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  requested constant bigint := case when p_merchant is not null then merchant_named(p_merchant) end;
begin
  return query
  select l.environment, m.reference, coalesce(m.tier, l.tier), l.payout_max, l.day_max, l.account_day_max,
    l.account_day_payouts, u.amount, u.payouts,
    case when l.day_max - u.amount < 0 then 0 else l.day_max - u.amount end, l.set_at
  from (
    (
      select s.environment, s.merchant_id, s.tier, s.payout_max, s.day_max, s.account_day_max, s.account_day_payouts,
        s.set_at
      from payout_limits s where requested is null order by s.set_at desc limit 1000
    )
    union all
    select f.environment, f.merchant_id, null, f.payout_max, f.day_max, f.account_day_max, f.account_day_payouts, null
    from unnest(array['live', 'test']) e cross join lateral payout_limits_of(requested, e) f
  ) l
  left join merchants m on m.id = l.merchant_id
  left join lateral payout_limits_of(l.merchant_id, l.environment) h on true
  left join payout_use u
    on (u.merchant_id, u.environment, u.account) = (l.merchant_id, l.environment, '')
    and u.day = lagos_day(business_now(l.merchant_id, l.environment)) and u.counted_for = h.version
  order by m.reference nulls first, l.tier, l.environment;
end
$$;
