-- Delivers again, with all their attempts, the events created since p_since that are exhausted, or that failed and wait
-- for a retry: at most a thousand per call, and none that was sent most_attempts() times. Returns outcome 'queued' with
-- how many and whether more are left, 'no_endpoint' or 'endpoint_disabled'. Once all are queued, further calls find
-- nothing to do.
create or replace function recover_events(
  p_merchant_id bigint, p_environment text, p_since timestamptz,
  out outcome text, out recovered bigint, out has_more boolean
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  most constant integer := 1000;
  present constant timestamptz := business_now(p_merchant_id, p_environment);
  present_round integer;
  found_ids bigint[];
begin
  recovered := 0;
  has_more := false;
  outcome := coalesce(endpoint_refusal(p_merchant_id, p_environment), 'queued');
  if outcome <> 'queued' then
    return;
  end if;
  select w.delivery_round into present_round from webhook_endpoints w
  where (w.merchant_id, w.environment) = (p_merchant_id, p_environment);
  found_ids := array(
    (
      select e.id from events e
      where e.merchant_id = p_merchant_id and e.environment = p_environment and e.delivery_status = 'exhausted'
        and e.created_at >= p_since and e.attempts < most_attempts()
      order by e.created_at, e.id limit most + 1
    )
    union all
    (
      select e.id from events e
      where e.merchant_id = p_merchant_id and e.environment = p_environment and e.delivery_status = 'pending'
        and (e.delivery_round, e.next_attempt_at) > (present_round, present) and e.retries > 0
        and e.created_at >= p_since
      order by e.delivery_round, e.next_attempt_at, e.id limit most + 1
    )
  );
  has_more := cardinality(found_ids) > most;
  -- Another request may have recovered some meanwhile: their schedule has started again.
  update events e set delivery_status = 'pending', retries = 0, next_attempt_at = present
  where e.id = any (found_ids[:most])
    and (
      e.delivery_status = 'exhausted'
      or (e.delivery_status = 'pending' and e.retries > 0 and e.next_attempt_at > present)
    );
  get diagnostics recovered = row_count;
  perform enqueue_deliveries_of_endpoints(array[p_merchant_id], p_environment);
end
$$;
