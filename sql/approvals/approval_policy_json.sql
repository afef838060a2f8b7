-- Returns a merchant's approval policy in an environment for its people: {policy, next?, approvers,
-- keysWithoutApprover}. next waits to start; without startsAt, for another owner. approvers: who may approve, a hundred
-- at most. keysWithoutApprover: keys whose payments nobody may approve, since their maker is the only approver.
create or replace function approval_policy_json(p_merchant_id bigint, p_environment text) returns json
language sql stable
begin atomic
  with approvers as (
    select p.id, p.reference, p.name, m.role from memberships m join people p on p.id = m.person_id
    where m.merchant_id = p_merchant_id and role_may(m.role, 'approve')
    order by p.id limit 100
  )
  select json_strip_nulls(json_build_object(
    'policy', (
      select json_build_object(
        'amountMax', case when c.amount_max is not null then money_json(c.amount_max, 'NGN') end,
        'dayMax', case when c.day_max is not null then money_json(c.day_max, 'NGN') end,
        'newDestinations', coalesce(c.new_destinations, false), 'startsAt', iso_timestamp(c.starts_at)
      ) from (select) one left join approval_policy_of(p_merchant_id, p_environment) c on true
    ),
    'next', (
      select json_build_object(
        'amountMax', case when n.amount_max is not null then money_json(n.amount_max, 'NGN') end,
        'dayMax', case when n.day_max is not null then money_json(n.day_max, 'NGN') end,
        'newDestinations', n.new_destinations,
        'startsAt', case when n.starts_at < 'infinity' then iso_timestamp(n.starts_at) end,
        'setBy', (select p.reference from people p where p.id = n.set_by)
      )
      from approval_policies n
      where (n.merchant_id, n.environment) = (p_merchant_id, p_environment)
        and n.starts_at > business_now(p_merchant_id, p_environment)
    ),
    'approvers', (
      select coalesce(json_agg(json_build_object('reference', a.reference, 'name', a.name, 'role', a.role)), '[]')
      from approvers a
    ),
    'keysWithoutApprover', (
      select coalesce(json_agg(json_build_object('reference', k.reference, 'name', api_key_name(k))), '[]')
      from api_keys k
      where (k.merchant_id, k.environment) = (p_merchant_id, p_environment) and k.revoked_at is null
        and k.scopes && array['payouts:write', 'payout_batches:write', 'refunds:write', 'credits:write']
        and k.made_by is not null
        and (k.expires_at is null or k.expires_at > business_now(p_merchant_id, p_environment))
        and not exists (select from approvers a where a.id <> k.made_by)
    )
  ));
end;
