-- Returns the rule (set_gateway_rule) for an operation of a merchant, 'payout' with its bank or 'account' with a null
-- one, of an amount in kobo; no row if there is none. Rules that name the merchant come first, then those that name the
-- bank, then the largest minimum amount.
create or replace function gateway_rule(p_operation text, p_merchant_id bigint, p_bank_code text, p_amount bigint)
returns setof gateway_rules
language sql stable
begin atomic
  select r.* from gateway_rules r
  where r.operation = p_operation and (r.merchant_id is null or r.merchant_id = p_merchant_id)
    and (r.bank_code is null or r.bank_code = p_bank_code) and r.amount_from <= p_amount
  order by r.merchant_id is null, r.bank_code is null, r.amount_from desc limit 1;
end;
