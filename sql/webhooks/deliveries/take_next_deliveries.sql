-- Claims the next due events of endpoints for a worker process, oldest first, as many as delivery_slots() leaves: see
-- start_deliveries(). Arrays of equal length, one entry per endpoint: p_takes is how many events are wanted at most.
-- None of an endpoint that is disabled, or belongs in the other lane (slow or not).
--
-- The caller has locked the endpoints. Locked events are skipped: whoever plans an event queues it too.
create or replace function take_next_deliveries(
  p_merchant_ids bigint[], p_environments text[], p_takes integer[], p_worker_id bigint, p_is_slow boolean
)
returns setof claimed_delivery
language plpgsql set search_path = public, pg_temp as $$
declare
  living constant bigint[] := living_workers();
  taken bigint[];
begin
  taken := array(
    select due.id
    from unnest(p_merchant_ids, p_environments, p_takes) t (merchant_id, environment, takes)
    join webhook_endpoints w on w.merchant_id = t.merchant_id and w.environment = t.environment
    cross join lateral (
      select e.id from events e
      where e.merchant_id = w.merchant_id and e.environment = w.environment and e.delivery_status = 'pending'
        and (e.delivery_round, e.next_attempt_at) <= (w.delivery_round, business_now(w.merchant_id, w.environment))
        and not is_claimed_by(e, living)
      order by e.delivery_round, e.next_attempt_at, e.id
      limit least(t.takes, free_delivery_slots(w, living))
      for update skip locked
    ) due
    where t.takes > 0 and w.disabled_at is null and w.is_slow = p_is_slow
  );
  if cardinality(taken) > 0 then
    return query select * from start_deliveries(taken, p_worker_id);
  end if;
end
$$;
