-- Claims the next due events of endpoints for a worker process, oldest first, as many as delivery_slots() leaves: see
-- start_deliveries(). Arrays of equal length, one entry per endpoint: p_takes is how many events are wanted at most.
-- None of an endpoint that is disabled, or belongs in the other lane (slow or not).
--
-- The caller has locked the endpoints. Locked events are skipped: whoever plans an event queues it too.
create or replace function take_next_deliveries(
  p_merchant_ids bigint[], p_environments text[], p_takes integer[], p_worker_id bigint, p_is_slow boolean
)
returns table (
  event_id bigint, fence bigint, reference text, body text, url text, secret bytea, previous_secret bytea,
  merchant_id bigint, environment text, trace_id uuid
)
language plpgsql set search_path = public, pg_temp as $$
declare
  living constant bigint[] := living_workers();
  taken bigint[];
begin
  taken := array(
    select due.id
    from unnest(p_merchant_ids, p_environments, p_takes) t (merchant_id, environment, takes)
    join webhook_endpoints w on w.merchant_id = t.merchant_id and w.environment = t.environment
    left join test_clocks c on c.merchant_id = w.merchant_id and w.environment = 'test'
    cross join lateral (
      select e.id from events e
      where e.merchant_id = w.merchant_id and e.environment = w.environment and e.delivery_status = 'pending'
        and (e.delivery_round, e.next_attempt_at)
          <= (w.delivery_round, now() + make_interval(mins => coalesce(c.offset_minutes, 0)))
        and not is_claimed_by(e, living)
      order by e.delivery_round, e.next_attempt_at, e.id
      limit greatest(0, least(t.takes, delivery_slots(p_is_slow) - (
        select count(*)::integer from webhook_claims k join events s on s.id = any (k.event_ids)
        where k.endpoint_id = w.id and is_claimed_by(s, living)
      )))
      for update skip locked
    ) due
    where t.takes > 0 and w.disabled_at is null and w.is_slow = p_is_slow
  );
  if cardinality(taken) > 0 then
    return query select * from start_deliveries(taken, p_worker_id);
  end if;
end
$$;
