-- Puts a merchant in a tier, whose limits apply to payouts accepted once this has committed, for an operator. Returns
-- the tier before and now. Raises PB008 if there is no such merchant or tier, and if it is in that tier. Locks the
-- merchant.
create or replace function set_merchant_tier(p_merchant text, p_tier text, p_acting acting)
returns table (merchant text, tier_before text, tier text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  named merchants;
begin
  select * into named from merchants m where m.id = merchant_named(p_merchant) for no key update;
  if not exists (select from merchant_tiers t where t.name = p_tier) then
    raise exception 'there is no tier %', p_tier using errcode = 'PB008';
  end if;
  if named.tier = p_tier then
    raise exception '% is already in %', p_merchant, p_tier using errcode = 'PB008';
  end if;
  -- The clock: each change has a time of its own, for payout_limits_of().
  update merchants m set tier = p_tier, tier_set_at = clock_timestamp() where m.id = named.id;
  perform log_action(
    named.id, null, 'tier set', named.reference, jsonb_build_object('tier', named.tier),
    jsonb_build_object('tier', p_tier), p_acting
  );
  return query select named.reference, named.tier, p_tier;
end
$$;
