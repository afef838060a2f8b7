-- claim_delivery(event_id) takes a pending delivery for one worker: what to send, where, under which sealed secrets.
-- Returns nothing where the event is not pending. Where the endpoint has been disabled or removed the event is held
-- instead. Until the attempt is recorded, the sweep leaves the event alone for half a minute.
create or replace function claim_delivery(event_id bigint)
returns table (
  fence bigint, reference text, body text, url text, secret bytea, previous_secret bytea, merchant_id bigint, environment text
)
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  update events e set delivery_status = 'held', next_attempt_at = null
  where e.id = event_id and e.delivery_status = 'pending' and not exists (
    select from webhook_endpoints w
    where (w.merchant_id, w.environment) = (e.merchant_id, e.environment) and w.disabled_at is null
  );

  return query
  update events e set fence = e.fence + 1, next_attempt_at = now() + interval '30 seconds'
  from webhook_endpoints w
  where e.id = event_id and e.delivery_status = 'pending'
    and (w.merchant_id, w.environment) = (e.merchant_id, e.environment)
  returning e.fence, e.reference, e.body, w.url, w.secret,
    case when w.previous_secret_expires_at > now() then w.previous_secret end, e.merchant_id, e.environment;
end
$$;
