-- Returns a policy for the audit log: amounts in minor units, and when it starts if it waits for that.
create or replace function approval_policy_facts(p_policy approval_policies) returns jsonb
language sql stable
return nullif(jsonb_strip_nulls(jsonb_build_object(
  'amountMax', p_policy.amount_max, 'dayMax', p_policy.day_max, 'newDestinations', p_policy.new_destinations,
  'startsAt', case
    when p_policy.starts_at = 'infinity' then 'once another owner agrees'
    when p_policy.starts_at > business_now(p_policy.merchant_id, p_policy.environment)
      then iso_timestamp(p_policy.starts_at)
  end
)), '{}');
