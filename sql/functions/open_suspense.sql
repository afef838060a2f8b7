-- Money that came in and fitted nothing: which credit, for which merchant and collection, waits for an operator.
drop view if exists open_suspense;
create view open_suspense as
select cr.reference as credit, m.reference as merchant, cr.environment, c.reference as collection,
  cr.amount, cr.currency, cr.provider_reference, cr.received_at
from credits cr
join merchants m on m.id = cr.merchant_id
join collections c on c.id = cr.collection_id
where cr.status = 'suspended';
