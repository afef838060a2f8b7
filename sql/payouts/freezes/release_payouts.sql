-- Ends what freeze_payouts() began, for an operator, with the same parameters: new payouts are accepted again, and held
-- ones are queued, unless another freeze holds them, or a person has to decide about them (decide_held_payout); gateway
-- freezes are checked when they are claimed. Returns how many are released, and how many of the target are still held.
-- Raises PB008 if it is not frozen, and what freeze_target() raises. Locks the freeze, which its payouts' claims wait
-- for, then the payouts.
create or replace function release_payouts(
  p_environment text, p_scope text, p_merchant text, p_bank text, p_gateway text, p_acting acting
) returns table (environment text, released text, payouts bigint, still_held bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  target record;
  held bigint[];
  merchants bigint[];
  freed bigint;
  kept bigint;
begin
  target := freeze_target(p_scope, p_merchant, p_bank, p_gateway);
  delete from payout_freezes f
  where f.environment = p_environment and f.merchant_id is not distinct from target.merchant_id
    and f.bank_code is not distinct from target.bank_code and f.gateway is not distinct from target.gateway;
  if not found then
    raise exception '% is not frozen in %: npm run ops -- payout-freezes lists freezes', target.name, p_environment
      using errcode = 'PB008';
  end if;

  held := array(
    select p.id from payouts p
    where p.environment = p_environment and p.status = 'pending' and p.held_since is not null
      and (target.merchant_id is null or p.merchant_id = target.merchant_id)
      and (target.bank_code is null or p.bank_code = target.bank_code)
    order by p.id for update
  );
  -- In a later statement, which sees the holds of whoever had them locked (poll_differences).
  with freeing as (
    update payouts p set held_since = null
    where p.id = any (held) and not payout_is_frozen(p.environment, p.merchant_id, p.bank_code)
      and not exists (select from payout_holds h where h.payout_id = p.id and h.decision is null)
    returning p.merchant_id
  )
  select array_agg(distinct f.merchant_id), count(*) into merchants, freed from freeing f;
  kept := cardinality(held) - freed;
  perform queue_next_jobs('execute_payout', merchants, p_environment);
  perform log_action(
    target.merchant_id, p_environment, 'payout release', target.name, jsonb_build_object('scope', p_scope),
    jsonb_build_object('released', freed, 'stillHeld', kept), p_acting
  );
  return query select p_environment, target.name, freed, kept;
end
$$;
