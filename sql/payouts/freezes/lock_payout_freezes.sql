-- Locks, for the transaction that claims payouts, the freezes that may stop them: release_payouts() then waits until
-- they are held, or they wait until it has released. Returns whether there is any. Call it before the payouts are
-- locked.
create or replace function lock_payout_freezes(p_payout_ids bigint[], p_gateways text[]) returns boolean
language plpgsql set search_path = public, pg_temp as $$
begin
  -- For await_payout_claims(): claims after a freeze or block has committed see it.
  perform pg_advisory_xact_lock_shared(hashtext('payout_freezes'));
  perform from payout_freezes f
  where exists (
    select from payouts p
    where p.id = any (p_payout_ids) and p.environment = f.environment
      and (f.merchant_id is null or f.merchant_id = p.merchant_id)
      and (f.bank_code is null or f.bank_code = p.bank_code)
      and (f.gateway is null or f.gateway = any (p_gateways))
  )
  order by f.id for share;
  return found;
end
$$;
