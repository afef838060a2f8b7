-- Returns live gateways in the order in which a payout is offered to them: those of its rule first (gateway_rule), each
-- part in the order of p_gateways, best first. Unavailable ones stay at the end: they are `closed` in p_choice, the
-- workers' array of what is known of each. So a rule is a preference, and blocks no payout.
create or replace function prefer_gateways(p_payout payouts, p_gateways text[], p_choice jsonb) returns text[]
language sql stable
begin atomic
  select coalesce(array_agg(g.name order by is_preferred desc, g.turn), '{}')
  from unnest(p_gateways) with ordinality g (name, turn)
  cross join lateral (
    select exists (
        select from gateway_rule('payout', p_payout.merchant_id, p_payout.bank_code, p_payout.amount) r
        where g.name = any (r.gateways)
      ) and not exists (
        select from jsonb_array_elements(p_choice) c where c ->> 'gateway' = g.name and c ? 'closed'
      ) as is_preferred
  ) p;
end;
