-- recover_events(merchant_id, environment, since) delivers again, each once more and with all its attempts, the events from
-- since on that are exhausted, or whose last attempt failed and whose next one is still to come. Returns outcome 'queued'
-- with how many, 'no_endpoint' or 'endpoint_disabled'. Asked again at once it finds nothing left to do.
create or replace function recover_events(
  merchant_id bigint, environment text, since timestamptz, out outcome text, out recovered bigint
)
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  present constant timestamptz := business_now(merchant_id, environment);
begin
  recovered := 0;
  outcome := coalesce(endpoint_refusal(recover_events.merchant_id, recover_events.environment), 'queued');
  if outcome <> 'queued' then
    return;
  end if;
  update events e set delivery_status = 'pending', retries = 0, next_attempt_at = present
  where e.merchant_id = recover_events.merchant_id and e.environment = recover_events.environment
    and e.created_at >= recover_events.since
    and (
      e.delivery_status = 'exhausted'
      or (e.delivery_status = 'pending' and e.retries > 0 and e.next_attempt_at > present)
    );
  get diagnostics recovered = row_count;
  perform enqueue_due_deliveries(recover_events.merchant_id, recover_events.environment);
end
$$;
