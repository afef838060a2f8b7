-- Claims events of any merchants for one worker process, each by itself: as many of each endpoint as delivery_slots()
-- leaves, oldest first. Returns a row for each of the ids, in order, with ordinal (from 1) and the event's merchant:
--
--   claimed  with the body, the URL, and the encrypted signing secrets
--   locked   somebody else has locked the event or its endpoint, which p_waits waits for: claim it by itself
--   nothing  it is not due, is being sent, is held, or waits until another of its endpoint ends; or it is gone, or
--            claimed for an earlier one of the ids
--
-- An event whose job ran in the wrong lane (slow or not) is queued in the other. Locks like lock_deliveries().
-- Plans are made once (sql/README.md).
create or replace function claim_deliveries(
  p_event_ids bigint[], p_worker_id bigint, p_is_slow boolean, p_waits boolean
)
returns table (
  ordinal bigint, event_id bigint, outcome text, fence bigint, reference text, body text, url text, secret bytea,
  previous_secret bytea, merchant_id bigint, environment text, trace_id uuid
)
language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  locked constant bigint[] := lock_deliveries(p_event_ids, p_waits);
  living constant bigint[] := living_workers();
  claimable bigint[];
  misplaced bigint[];
begin
  with due as (
    select e.id, w.is_slow,
      row_number() over (partition by w.id order by e.delivery_round, e.next_attempt_at, e.id)
        <= free_delivery_slots(w, living) as is_free
    from events e join webhook_endpoints w on is_due(e, w)
    where e.id = any (locked) and not is_claimed_by(e, living)
  )
  select array_agg(d.id) filter (where d.is_slow = p_is_slow and d.is_free),
    array_agg(d.id) filter (where d.is_slow <> p_is_slow)
  into claimable, misplaced
  from due d;
  if misplaced is not null then
    perform enqueue_jobs(delivery_task(not p_is_slow), misplaced);
  end if;

  return query
  select a.ordinal, a.id,
    case
      when s.event_id is not null then 'claimed'
      when e.id is null or e.id = any (locked) then 'nothing'
      else 'locked'
    end,
    s.fence, s.reference, s.body, s.url, s.secret, s.previous_secret, e.merchant_id, e.environment,
    s.trace_id
  from unnest(p_event_ids) with ordinality a (id, ordinal)
  left join events e on e.id = a.id
  left join start_deliveries(claimable, p_worker_id) s
    on s.event_id = a.id and array_position(p_event_ids, a.id) = a.ordinal;
end
$$;
