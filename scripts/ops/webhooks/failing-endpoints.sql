-- When: merchants miss webhooks.
-- Lists endpoints that are off, or whose last delivery failed: since when and why, the host (URLs may contain secrets),
-- how many events wait (1,000 means more), since when the oldest does, and the result of its newest attempt. The 100
-- that have failed longest. Changes nothing.
select m.reference as merchant, w.environment, substring(w.url from '^https?://(?:[^/@]*@)?([^/?#:]+)') as host,
  case when w.disabled_at is null then 'failing' else 'off' end as status,
  coalesce(w.disabled_at, w.failing_since) as since, w.disabled_reason as reason, (
    select count(*) from (
      select from events e
      where e.merchant_id = w.merchant_id and e.environment = w.environment and e.delivery_status = 'pending'
      limit 1000
    ) p
  ) as waiting, first.created_at as oldest, a.number as attempts, a.response_status, a.error
from (
  select * from webhook_endpoints e
  where e.disabled_at is not null or e.failing_since is not null
  order by coalesce(e.failing_since, e.disabled_at) limit 100
) w
join merchants m on m.id = w.merchant_id
left join lateral (
  select e.id, e.created_at from events e
  where e.id = (
    select min(o.id) from events o
    where o.merchant_id = w.merchant_id and o.environment = w.environment and o.delivery_status = 'pending'
  )
) first on true
left join lateral (
  select t.number, t.response_status, t.error from webhook_attempts t
  where t.event_id = first.id order by t.number desc limit 1
) a on true
order by coalesce(w.failing_since, w.disabled_at);
