-- Whether the sum of today is kept for a merchant's approval policy: then count_payment() is quick.
create or replace function payment_sum_is_counted(p_policy approval_policies) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return exists (
    select from payout_use u
    where (u.merchant_id, u.environment, u.day, u.account) = (
      p_policy.merchant_id, p_policy.environment,
      lagos_day(business_now(p_policy.merchant_id, p_policy.environment)), 'approvals'
    )
  );
end
$$;
