-- When: payouts go through another live gateway than expected, or to check the rules.
-- Lists the rules that choose the first gateways, in the order in which they apply: by operation, merchant, bank and
-- amount (in kobo), a thousand at most. Changes nothing.
select r.operation, m.reference as merchant, r.bank_code as bank, r.amount_from,
  array_to_string(r.gateways, ',') as gateways, r.set_at
from gateway_rules r left join merchants m on m.id = r.merchant_id
order by r.operation, m.reference, r.bank_code, r.amount_from desc
limit 1000;
