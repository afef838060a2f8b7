-- Returns the limits of a merchant's payouts in an environment, for its people: {largest, day?: {most, used?},
-- accountDay?, accountDayPayouts?}. largest: the smaller of the merchant's own (set_payout_max) and the limit of one
-- payout. day.used: what today's payouts in Lagos have used; absent until one was accepted since the limits were set.
create or replace function payout_limits_json(p_merchant_id bigint, p_environment text) returns json
language sql stable
begin atomic
  select json_strip_nulls(json_build_object(
    'largest', money_json(least(m.payout_max, l.payout_max), 'NGN'),
    'day', case when l.day_max is not null then json_build_object(
      'most', money_json(l.day_max, 'NGN'),
      'used', case when u.amount is not null then money_json(u.amount, 'NGN') end
    ) end,
    'accountDay', case when l.account_day_max is not null then money_json(l.account_day_max, 'NGN') end,
    'accountDayPayouts', l.account_day_payouts
  ))
  from merchants m
  left join lateral payout_limits_of(m.id, p_environment) l on true
  left join payout_use u
    on (u.merchant_id, u.environment, u.account) = (m.id, p_environment, '')
    and u.day = lagos_day(business_now(m.id, p_environment)) and u.counted_for = l.version
  where m.id = p_merchant_id;
end;
