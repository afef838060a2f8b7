-- Waits for claims that began before a freeze (await_payout_claims), and returns how many of its payouts are claimed,
-- so that their provider may have them: those do not stop. Without those that need a person. claims_have_ended: no
-- earlier claim can add more. The parameters are those of freeze_payouts(); raises what freeze_target() raises.
create or replace function claimed_before_freeze(
  p_environment text, p_scope text, p_merchant text, p_bank text, p_gateway text
) returns table (environment text, already_claimed bigint, claims_have_ended boolean)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  target record;
  have_ended constant boolean := await_payout_claims();
begin
  target := freeze_target(p_scope, p_merchant, p_bank, p_gateway);
  return query
  select p_environment, count(*), have_ended
  from payouts p
  where p.environment = p_environment and p.status = 'processing' and not p.needs_review
    and (target.merchant_id is null or p.merchant_id = target.merchant_id)
    and (target.bank_code is null or p.bank_code = target.bank_code)
    and (target.gateway is null or p.sent_through = target.gateway);
end
$$;
