-- When: the log says CREDIT_DISCREPANCY.
-- Lists transactions that the provider reported again with another amount or recipient, newest first: what was booked,
-- and what was reported later and not booked. Changes nothing.
-- Ask the provider which is true. It has to report money that did arrive under another id.
select d.last_reported_at, d.times_reported, c.environment, c.provider_reference, c.reference as credit,
  m.reference as merchant, c.status, c.recipient, c.amount, c.currency,
  d.recipient as other_recipient, d.amount as other_amount, d.currency as other_currency
from credit_discrepancies d
join credits c on c.id = d.credit_id
left join merchants m on m.id = c.merchant_id
order by d.last_reported_at desc
limit 100;
