-- When: the service is slow or refuses requests, and you look for who floods it.
-- Lists the twenty merchants and environments with the most requests today (UTC), most first: how many of their last
-- thousand in the log were refused for their rate (429), how long these took to come, and the key or person (its
-- reference) that sent most of them. The log keeps a merchant's first 50,000 of a day; requests_today counts all.
-- Changes nothing.
select m.reference as merchant, d.environment, d.requests as requests_today, l.*
from (
  select * from request_log_days where day = (now() at time zone 'UTC')::date order by requests desc limit 20
) d
join merchants m on m.id = d.merchant_id
cross join lateral (
  select mode() within group (order by r.caller) as busiest_caller, count(*) as latest,
    count(*) filter (where k.status = 429) as refused, max(r.created_at) - min(r.created_at) as within,
    max(r.created_at) as until
  from (
    select * from request_log r
    where (r.merchant_id, r.environment) = (d.merchant_id, d.environment)
    order by r.created_at desc, r.id desc limit 1000
  ) r
  join request_kinds k on k.id = r.kind_id
) l
order by d.requests desc, m.reference, d.environment;
