-- Holds those pending payouts that an operator has stopped (freeze_payouts), or that only frozen ones of p_gateways
-- could send, until release_payouts(). Returns the held ones. claim_payouts() calls it, and has them locked.
create or replace function hold_frozen_payouts(p_payout_ids bigint[], p_gateways text[]) returns payouts[]
language plpgsql set search_path = public, pg_temp as $$
declare
  held payouts[];
begin
  with hold as (
    update payouts p set held_since = now()
    where p.status = 'pending' and p.held_since is null and p.id = any (p_payout_ids)
      and (
        payout_is_frozen(p.environment, p.merchant_id, p.bank_code)
        or p.environment = 'live' and p_gateways <> '{}' and choose_gateway(p_gateways, p.bank_code) is null
      )
    returning p
  )
  select coalesce(array_agg(h.p), '{}') into held from hold h;
  return held;
end
$$;
