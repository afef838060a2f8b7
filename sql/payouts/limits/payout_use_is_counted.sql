-- Whether payout_use covers the merchant's whole day under these limits (payout_limits_of), or isn't needed: then
-- take_payout_limits() is quick. Otherwise it first recounts the day, which takes long for a merchant with very many
-- payouts.
create or replace function payout_use_is_counted(p_limits payout_limits_in_force) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return num_nonnulls(p_limits.day_max, p_limits.account_day_max, p_limits.account_day_payouts) = 0 or exists (
    select from payout_use u
    where (u.merchant_id, u.environment, u.day, u.account) = (
        p_limits.merchant_id, p_limits.environment,
        lagos_day(business_now(p_limits.merchant_id, p_limits.environment)), ''
      ) and u.counted_for = p_limits.version
  );
end
$$;
