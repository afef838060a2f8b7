-- Returns the live gateways that a worker asks for the name of a merchant's account at a bank, in order: of p_gateways,
-- which has the best one for sending first, those that reach the bank. Empty where none does.
--
-- The order is that of choose_gateway() for a payout of the smallest amount, so that the one that would pay is asked
-- first: rules and what is not called now (prefer_gateways, with p_choice), and those that an operator has stopped
-- last. These may be asked: a name moves no money. One that is stopped for this bank alone is not: what it calls this
-- bank may be another one.
create or replace function name_enquiry_gateways(
  p_merchant_id bigint, p_bank_code text, p_gateways text[], p_choice jsonb
) returns text[]
language sql stable security definer set search_path = public, pg_temp as $$
  with stopped as (
    select f.gateway, f.bank_code from payout_freezes f
    where f.environment = 'live' and f.gateway is not null and (f.bank_code is null or f.bank_code = p_bank_code)
  )
  select coalesce(array_agg(g.name order by exists (select from stopped s where s.gateway = g.name), g.turn), '{}')
  from unnest(prefer_gateways(
    jsonb_populate_record(null::payouts, jsonb_build_object(
      'merchant_id', p_merchant_id, 'bank_code', p_bank_code, 'amount', 1
    )), p_gateways, p_choice
  )) with ordinality g (name, turn)
  where gateway_reaches(g.name, p_bank_code)
    and not exists (select from stopped s where s.gateway = g.name and s.bank_code = p_bank_code)
$$;
