-- Claims events for a worker process. Returns what to send, where, and the encrypted signing secrets. An event that was
-- planned before the endpoint was last enabled starts its schedule again. Each endpoint's row then names those of its
-- events that are being sent, which are few: so no index of events has to change.
--
-- The caller has locked the endpoints, so that claims are counted one after the other, and the events, and has seen
-- that they may be sent.
create or replace function start_deliveries(p_event_ids bigint[], p_worker_id bigint)
returns table (
  event_id bigint, fence bigint, reference text, body text, url text, secret bytea, previous_secret bytea,
  merchant_id bigint, environment text, trace_id uuid
)
language plpgsql set search_path = public, pg_temp as $$
declare
  living constant bigint[] := living_workers();
begin
  update webhook_endpoints w
  set claimed_events = array(
    select e.id from events e where e.id = any (w.claimed_events) and is_claimed_by(e, living)
  ) || started.ids
  from (
    select e.merchant_id, e.environment, array_agg(e.id) as ids
    from events e where e.id = any (p_event_ids) group by e.merchant_id, e.environment
  ) started
  where w.merchant_id = started.merchant_id and w.environment = started.environment;

  return query
  update events e
  set fence = e.fence + 1, claimed_by = p_worker_id, claimed_until = now() + interval '30 seconds',
    retries = case when e.delivery_round = w.delivery_round then e.retries else 0 end,
    delivery_round = w.delivery_round
  from webhook_endpoints w
  left join test_clocks c on c.merchant_id = w.merchant_id and w.environment = 'test'
  where e.id = any (p_event_ids) and w.merchant_id = e.merchant_id and w.environment = e.environment
  returning e.id, e.fence, e.reference, event_body(e), w.url, w.secret,
    case when w.previous_secret_expires_at > now() + make_interval(mins => coalesce(c.offset_minutes, 0)) then
      w.previous_secret
    end,
    e.merchant_id, e.environment, e.trace_id;
end
$$;
