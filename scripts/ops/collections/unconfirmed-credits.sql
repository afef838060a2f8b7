-- When: the log says CREDIT_NOT_CONFIRMED, CREDIT_ELSEWHERE or CREDIT_DISCREPANCY, or money is missing that a provider
-- has.
-- Lists the transactions that providers named, by themselves or in a list, and that were not booked: those that a
-- person has to look at first, then those that are still asked about, newest first. `refused`: the provider says that
-- no money came. `elsewhere`: it names an account that is at another provider, or that this money did not come to.
-- Changes nothing. Ask the provider about the transaction. A pending one is asked about by itself.
select n.received_at, n.provider, n.transaction, n.recipient, m.reference as merchant, n.status, n.polls, n.next_poll_at
from credit_notices n
left join merchants m on m.id = n.merchant_id
where n.status <> 'recorded'
order by n.status = 'pending', n.received_at desc
limit 100;
