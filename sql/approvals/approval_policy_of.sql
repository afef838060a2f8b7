-- Returns the approval policy of a merchant in an environment, in one row; none if no payment needs approval.
create or replace function approval_policy_of(p_merchant_id bigint, p_environment text)
returns setof approval_policies
language sql stable
begin atomic
  select q.* from (
    select * from approval_policies a
    where (a.merchant_id, a.environment) = (p_merchant_id, p_environment)
      and a.starts_at <= business_now(p_merchant_id, p_environment)
    order by a.starts_at desc limit 1
  ) q
  where q.new_destinations or num_nonnulls(q.amount_max, q.day_max) > 0;
end;
