-- Delivers again, with all their attempts, the events created since p_since that are exhausted, or that failed and
-- wait for a retry. Returns outcome 'queued' with how many, 'no_endpoint' or 'endpoint_disabled'. A second call
-- finds nothing to do.
create or replace function recover_events(
  p_merchant_id bigint, p_environment text, p_since timestamptz, out outcome text, out recovered bigint
)
language plpgsql set search_path = public, pg_temp as $$
declare
  present constant timestamptz := business_now(p_merchant_id, p_environment);
begin
  recovered := 0;
  outcome := coalesce(endpoint_refusal(p_merchant_id, p_environment), 'queued');
  if outcome <> 'queued' then
    return;
  end if;
  update events e set delivery_status = 'pending', retries = 0, next_attempt_at = present
  where e.merchant_id = p_merchant_id and e.environment = p_environment
    and e.created_at >= p_since
    and (
      e.delivery_status = 'exhausted'
      or (e.delivery_status = 'pending' and e.retries > 0 and e.next_attempt_at > present)
    );
  get diagnostics recovered = row_count;
  perform enqueue_due_deliveries(p_merchant_id, p_environment);
end
$$;
