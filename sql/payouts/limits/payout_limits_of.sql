-- Returns the limits of a merchant's payouts in an environment, in one row: its own limits, and for each kind it lacks,
-- its tier's. No row without any limit. As long as it returns the same version, the merchant has had these limits
-- without a break.
create or replace function payout_limits_of(p_merchant_id bigint, p_environment text)
returns setof payout_limits_in_force
language sql stable
begin atomic
  select m.id, p_environment,
    coalesce(own.payout_max, shared.payout_max), coalesce(own.day_max, shared.day_max),
    coalesce(own.account_day_max, shared.account_day_max),
    coalesce(own.account_day_payouts, shared.account_day_payouts),
    -- Setting limits writes a new row.
    concat_ws(' ', coalesce(own.id, 0), coalesce(shared.id, 0), extract(epoch from m.tier_set_at))
  from merchants m
  left join payout_limits own on own.environment = p_environment and own.merchant_id = m.id and own.tier is null
  left join payout_limits shared
    on shared.environment = p_environment and shared.merchant_id is null and shared.tier = m.tier
  where m.id = p_merchant_id and (own.id is not null or shared.id is not null);
end;
