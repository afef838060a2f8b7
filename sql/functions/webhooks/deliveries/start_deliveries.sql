-- Claims those of these events that are due, and are not being sent already, for one worker process: of each endpoint
-- as many as delivery_slots() leaves, oldest first. Nothing of an endpoint that is disabled, or belongs into the other
-- lane (slow or not). Returns what to send, where, and the encrypted signing secrets.
--
-- An event that was planned before the endpoint was last enabled starts its schedule again. The caller has locked the
-- endpoints, so that claims are counted one after the other, and the events.
create or replace function start_deliveries(p_event_ids bigint[], p_worker_id bigint, p_is_slow boolean)
returns table (
  event_id bigint, fence bigint, reference text, body text, url text, secret bytea, previous_secret bytea,
  merchant_id bigint, environment text
)
language plpgsql set search_path = public, pg_temp as $$
begin
  return query
  with due as materialized (
    select e.id, w as endpoint, business_now(e.merchant_id, e.environment) as present,
      row_number() over (
        partition by e.merchant_id, e.environment order by e.delivery_round, e.next_attempt_at, e.id
      ) as place
    from events e
    join webhook_endpoints w on (w.merchant_id, w.environment) = (e.merchant_id, e.environment)
    where e.id = any (p_event_ids) and e.delivery_status = 'pending' and not is_claimed(e)
      and w.disabled_at is null and w.is_slow = p_is_slow
      and (e.delivery_round, e.next_attempt_at)
        <= (w.delivery_round, business_now(e.merchant_id, e.environment))
  ),
  free as materialized (
    select (d.endpoint).id as endpoint_id,
      delivery_slots(p_is_slow) - events_in_flight((d.endpoint).merchant_id, (d.endpoint).environment) as slots
    from due d where d.place = 1
  )
  update events e
  set fence = e.fence + 1, claimed_by = p_worker_id, claimed_until = now() + interval '30 seconds',
    retries = case when e.delivery_round = (d.endpoint).delivery_round then e.retries else 0 end,
    delivery_round = (d.endpoint).delivery_round
  from due d join free f on f.endpoint_id = (d.endpoint).id
  where e.id = d.id and d.place <= f.slots
  returning e.id, e.fence, e.reference, e.body, (d.endpoint).url, (d.endpoint).secret,
    case when (d.endpoint).previous_secret_expires_at > d.present then (d.endpoint).previous_secret end,
    e.merchant_id, e.environment;
end
$$;
