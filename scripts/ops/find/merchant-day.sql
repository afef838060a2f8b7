-- When: a merchant asks about a day, or may be in trouble.
-- Counts and totals, in minor units, the day's (Lagos time) payouts, refunds, collections and credits in suspense by
-- status; counts events by delivery status, requests by response status, and audit log entries. Changes nothing.
-- Flags: --merchant mer_... --day YYYY-MM-DD
set local enable_seqscan = off;
select e as environment, d.*
from (
  select merchant_named(:merchant) as merchant, d.starts, d.starts + interval '1 day' as ends
  from (select start_of_lagos_day(:day::date) as starts) d
) requested
cross join unnest(array['live', 'test']) e
cross join lateral (
  select 'payouts', p.status, count(*), sum(p.amount), p.currency from payouts p
  where p.merchant_id = requested.merchant and p.environment = e and p.status = any (payout_statuses())
    and p.created_at >= requested.starts and p.created_at < requested.ends and p.collection_id is null
  group by p.status, p.currency
  union all
  select 'refunds', p.status, count(*), sum(p.amount), p.currency from payouts p
  where p.merchant_id = requested.merchant and p.environment = e
    and p.status = any (array_append(payout_statuses(), 'needs_destination'))
    and p.created_at >= requested.starts and p.created_at < requested.ends and p.collection_id is not null
  group by p.status, p.currency
  union all
  select 'collections', c.status, count(*), sum(c.amount_received), c.currency from collections c
  where c.merchant_id = requested.merchant and c.environment = e and c.status <> all (array['provisioning', 'failed'])
    and c.created_at >= requested.starts and c.created_at < requested.ends
  group by c.status, c.currency
  union all
  select 'credits', 'suspended', count(*), sum(cr.amount), cr.currency from credits cr
  where cr.merchant_id = requested.merchant and cr.environment = e and cr.status = 'suspended'
    and cr.received_at >= requested.starts and cr.received_at < requested.ends
  group by cr.currency
  union all
  select 'events', v.delivery_status, count(*), null, null from events v
  where v.merchant_id = requested.merchant and v.environment = e and v.created_at >= requested.starts
    and v.created_at < requested.ends
  group by v.delivery_status
  union all
  select 'requests', k.status::text || coalesce(' ' || k.error_code, ''), count(*), null, null
  from request_log r join request_kinds k on k.id = r.kind_id
  where r.merchant_id = requested.merchant and r.environment = e and r.created_at >= requested.starts
    and r.created_at < requested.ends
  group by k.status, k.error_code
  union all
  select 'changes', l.action, count(*), null, null from audit_log l
  where l.merchant_id = requested.merchant and l.environment = e and l.done_at >= requested.starts
    and l.done_at < requested.ends
  group by l.action
) d (what, status, count, amount, currency)
order by e, array_position(array['payouts', 'collections', 'credits', 'events', 'requests', 'changes'], d.what),
  d.count desc, d.status;
