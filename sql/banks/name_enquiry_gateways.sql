-- Returns the live gateways for a merchant's name enquiry at a bank, in order: those of p_gateways, best first, that
-- reach the bank. Empty if none does.
--
-- The order is choose_gateway()'s for a payout of the smallest amount: rules and unavailable gateways count
-- (prefer_gateways, with p_choice), frozen ones come last. These may still be called, since a name moves no money. A
-- gateway frozen for this bank only is not: its code for the bank may be another one's.
create or replace function name_enquiry_gateways(
  p_merchant_id bigint, p_bank_code text, p_gateways text[], p_choice jsonb
) returns text[]
language sql stable set search_path = public, pg_temp as $$
  with stopped as (
    select f.gateway, f.bank_code from payout_freezes f
    where f.environment = 'live' and f.gateway is not null and (f.bank_code is null or f.bank_code = p_bank_code)
  )
  select coalesce(array_agg(g.name order by exists (select from stopped s where s.gateway = g.name), g.turn), '{}')
  from unnest(case
    when cardinality(p_gateways) < 2 then p_gateways
    else prefer_gateways(
      jsonb_populate_record(null::payouts, jsonb_build_object(
        'merchant_id', p_merchant_id, 'bank_code', p_bank_code, 'amount', 1
      )), p_gateways, p_choice
    )
  end) with ordinality g (name, turn)
  where gateway_reaches(g.name, p_bank_code)
    and not exists (select from stopped s where s.gateway = g.name and s.bank_code = p_bank_code)
$$;
