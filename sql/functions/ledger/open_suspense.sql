-- Money that came in and fitted nothing: which credit, for which merchant and collection (none where it named nobody of
-- ours), waits for a top-up or for an operator.
drop view if exists open_suspense;
create view open_suspense as
select cr.reference as credit, m.reference as merchant, cr.environment, c.reference as collection, cr.recipient,
  cr.amount, cr.currency, cr.provider_reference, cr.received_at
from credits cr
left join merchants m on m.id = cr.merchant_id
left join collections c on c.id = cr.collection_id
where cr.status = 'suspended';
