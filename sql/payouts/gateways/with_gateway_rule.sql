-- Returns why a payout's gateways are in their order, for operators: the workers' array of what is known of each, with
-- the gateways of the payout's rule, if any, as its last element.
create or replace function with_gateway_rule(p_payout payouts, p_choice jsonb) returns jsonb
language sql stable
begin atomic
  select coalesce(
    (
      select p_choice || jsonb_build_object('rule', to_jsonb(r.gateways))
      from gateway_rule('payout', p_payout.merchant_id, p_payout.bank_code, p_payout.amount) r
    ),
    p_choice
  );
end;
