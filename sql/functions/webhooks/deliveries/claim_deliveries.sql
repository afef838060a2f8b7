-- Claims events of any merchants for one worker process, each by itself: see start_deliveries(). Returns a row for each
-- event that exists, with its merchant:
--
--   claimed  with what to send
--   locked   somebody else has locked the event or its endpoint, which p_waits waits for: claim it by itself
--   nothing  it is not due, is being sent, is held, or waits until another of its endpoint ends
--
-- An event whose job ran in the wrong lane (slow or not) is queued in the other. Locks what lock_deliveries() says.
create or replace function claim_deliveries(
  p_event_ids bigint[], p_worker_id bigint, p_is_slow boolean, p_waits boolean
)
returns table (
  event_id bigint, outcome text, fence bigint, reference text, body text, url text, secret bytea,
  previous_secret bytea, merchant_id bigint, environment text
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  locked constant bigint[] := lock_deliveries(p_event_ids, p_waits);
  misplaced bigint[];
begin
  misplaced := array(
    select e.id from events e
    join webhook_endpoints w on (w.merchant_id, w.environment) = (e.merchant_id, e.environment)
    where e.id = any (locked) and e.delivery_status = 'pending' and not is_claimed(e)
      and w.disabled_at is null and w.is_slow <> p_is_slow
      and (e.delivery_round, e.next_attempt_at)
        <= (w.delivery_round, business_now(e.merchant_id, e.environment))
  );
  if cardinality(misplaced) > 0 then
    perform enqueue_jobs(delivery_task(not p_is_slow), misplaced);
  end if;

  return query
  with started as materialized (select * from start_deliveries(locked, p_worker_id, p_is_slow))
  select e.id,
    case when s.event_id is not null then 'claimed' when e.id = any (locked) then 'nothing' else 'locked' end,
    s.fence, s.reference, s.body, s.url, s.secret, s.previous_secret, e.merchant_id, e.environment
  from events e left join started s on s.event_id = e.id
  where e.id = any (p_event_ids);
end
$$;
