-- Claims one event as claim_deliveries() does, and waits for its locks. Returns no row if there is nothing to send now.
-- For processes of the version before.
create or replace function claim_delivery(p_event_id bigint, p_worker_id bigint, p_is_slow boolean)
returns table (
  fence bigint, reference text, body text, url text, secret bytea, previous_secret bytea, merchant_id bigint,
  environment text
)
language sql security definer set search_path = public, pg_temp as $$
  select c.fence, c.reference, c.body, c.url, c.secret, c.previous_secret, c.merchant_id, c.environment
  from claim_deliveries(array[p_event_id], p_worker_id, p_is_slow, true) c
  where c.outcome = 'claimed';
$$;
