-- Returns the rules by which live gateways are preferred (set_gateway_rule), in the order in which they are looked for,
-- for an operator: a thousand at most. Amounts in kobo.
create or replace function list_gateway_rules()
returns table (operation text, merchant text, bank text, amount_from bigint, gateways text, set_at timestamptz)
language sql stable
begin atomic
  select r.operation, m.reference, r.bank_code, r.amount_from, array_to_string(r.gateways, ','), r.set_at
  from gateway_rules r left join merchants m on m.id = r.merchant_id
  order by r.operation, m.reference, r.bank_code, r.amount_from desc
  limit 1000;
end;
