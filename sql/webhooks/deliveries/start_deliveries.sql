-- Claims events for a worker process, and returns the claims. An event that was planned before the endpoint was last
-- enabled starts its schedule again. The endpoint's row of webhook_claims then names those of its events that are being
-- sent, which are few: so no index of events has to change.
--
-- The caller has locked the endpoints, so that claims are counted one after the other, and the events, and has checked
-- that they may be sent.
create or replace function start_deliveries(p_event_ids bigint[], p_worker_id bigint)
returns setof claimed_delivery
language plpgsql set search_path = public, pg_temp as $$
declare
  living constant bigint[] := living_workers();
begin
  insert into webhook_claims as c (endpoint_id, event_ids)
  select w.id, array_agg(e.id)
  from events e join webhook_endpoints w on w.merchant_id = e.merchant_id and w.environment = e.environment
  where e.id = any (p_event_ids)
  group by w.id
  on conflict (endpoint_id) do update set event_ids = array(
    select e.id from events e where e.id = any (c.event_ids) and is_claimed_by(e, living)
  ) || excluded.event_ids;

  return query
  update events e
  set fence = e.fence + 1, claimed_by = p_worker_id, claimed_until = now() + interval '30 seconds',
    retries = case when e.delivery_round = w.delivery_round then e.retries else 0 end,
    delivery_round = w.delivery_round
  from webhook_endpoints w
  where e.id = any (p_event_ids) and w.merchant_id = e.merchant_id and w.environment = e.environment
  returning e.id, e.fence, e.reference, event_body(e), w.url, w.secret,
    case when w.previous_secret_expires_at > business_now(w.merchant_id, w.environment) then w.previous_secret end,
    e.merchant_id, e.environment, e.trace_id;
end
$$;
