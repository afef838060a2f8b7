-- Money in suspense: credits that wait for a top-up or an operator. merchant and collection are null if the recipient
-- is unknown.
create or replace view open_suspense as
select cr.reference as credit, m.reference as merchant, cr.environment, c.reference as collection, cr.recipient,
  cr.amount, cr.currency, cr.provider_reference, cr.received_at
from credits cr
left join merchants m on m.id = cr.merchant_id
left join collections c on c.id = cr.collection_id
where cr.status = 'suspended';
