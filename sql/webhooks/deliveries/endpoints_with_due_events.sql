-- Returns the merchants whose enabled endpoint in the environment has had due events for a second. Most of these have a
-- job and are claimed within that: the sweep is for those with enough others ahead when they became due, and for slots
-- that a slow receiver has left. One probe of the index of pending events for each endpoint of the environment that has
-- any, however many endpoints and events there are: no other index has its order and nothing is sorted, so the planner
-- has to use it.
create or replace function endpoints_with_due_events(p_environment text) returns setof bigint
language sql stable set search_path = public, pg_temp
  set enable_sort = off set enable_incremental_sort = off as $$
  select p.merchant_id
  from first_of_each_merchant(
    'events', p_environment, 'delivery_status = ''pending''', 'delivery_round, next_attempt_at, id'
  ) p
  -- Not a join, nor exists(), which would be one: that may go through all endpoints and all events.
  where (
    select exists (
      select from events e
      where e.merchant_id = w.merchant_id and e.environment = w.environment and e.delivery_status = 'pending'
        and (e.delivery_round, e.next_attempt_at)
          <= (w.delivery_round, business_now(w.merchant_id, w.environment) - interval '1 s')
    )
    from webhook_endpoints w
    where (w.merchant_id, w.environment) = (p.merchant_id, p_environment) and w.disabled_at is null
  );
$$;
