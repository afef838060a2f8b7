-- When: the log says CREDIT_NOT_CONFIRMED, CREDIT_ELSEWHERE or CREDIT_DISCREPANCY, or a provider has money that is
-- missing here.
-- Lists transactions that providers reported and that were not booked: first those that need a person, then those still
-- being polled, newest first. `kind`: a payment, or a refund or dispute of one. `refused`: the provider says that no
-- money arrived or was taken back, or the payment is not ours. `elsewhere`: it names an account at another provider, or
-- one that this money did not come to. Changes nothing. Ask the provider about the transaction; a pending one is polled
-- automatically.
select n.received_at, n.gateway, n.transaction, n.kind, n.recipient, m.reference as merchant, n.status, n.polls,
  n.next_poll_at
from credit_notices n
left join merchants m on m.id = n.merchant_id
where n.status <> 'recorded'
order by n.status = 'pending', n.received_at desc
limit 100;
