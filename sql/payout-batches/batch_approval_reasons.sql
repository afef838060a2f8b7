-- Returns why a batch of so many p_items, p_amount kobo in all, needs approval under a policy, as one decision
-- (approval_reasons), and counts it towards the sum of today; null if it does not.
create or replace function batch_approval_reasons(
  p_batch payout_batches, p_policy approval_policies, p_items bigint, p_amount bigint
) returns text[]
language plpgsql set search_path = public, pg_temp as $$
declare
  reasons constant text[] := approval_reasons(
    p_policy, p_amount, 'NGN', count_payment(p_policy, p_amount, p_items), null, null
  );
begin
  if p_policy.new_destinations and exists (
    select from payout_batch_items i
    where i.batch_id = p_batch.id and i.status = 'valid'
      and approval_reasons(p_policy, 0, 'NGN', 0, i.bank_code, i.account_number) is not null
  ) then
    return reasons || array['new_destination'];
  end if;
  return reasons;
end
$$;
