-- Chooses the gateway that a live payout to a bank is sent through: the first of p_gateways, preferred first, that
-- reaches the bank and that no operator has frozen (freeze_payouts), for all banks or for this one. If none of them
-- reaches the bank, the first that is not frozen, which then refuses it. Null if only frozen ones could send it, or
-- p_gateways is empty.
create or replace function choose_gateway(p_gateways text[], p_bank_code text) returns text
language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  reaching text[];
begin
  reaching := array(
    select g.name from unnest(p_gateways) with ordinality g (name, turn)
    where gateway_reaches(g.name, p_bank_code)
    order by g.turn
  );
  return (
    select g.name
    from unnest(case when cardinality(reaching) > 0 then reaching else p_gateways end) with ordinality g (name, turn)
    where not exists (
      select from payout_freezes f
      where f.environment = 'live' and f.gateway = g.name and (f.bank_code is null or f.bank_code = p_bank_code)
    )
    order by g.turn limit 1
  );
end
$$;
