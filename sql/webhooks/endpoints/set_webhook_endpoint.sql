-- Sets a merchant's webhook URL in one environment; returns the endpoint's encrypted secret, and its public JSON. The
-- first call stores the encrypted secret, or that of keep_signing_secret(); later ones keep it. A disabled endpoint, or
-- one with a new URL, is not failing any more; a slow one stays in its lane for its time. Events that a
-- disabled one held are due from now on: its row says so, so no event is written, however many there are. Writes an
-- audit row, and queues a mail to the owners. Where an enabled one has this URL already, nothing changes. Locks the
-- endpoint.
create or replace function set_webhook_endpoint(
  p_merchant_id bigint, p_environment text, p_url text, p_secret bytea, p_acting acting, out secret bytea,
  out endpoint json
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before webhook_endpoints;
  changed webhook_endpoints;
  kept bytea;
  present constant timestamptz := business_now(p_merchant_id, p_environment);
begin
  select * into before from webhook_endpoints w
  where (w.merchant_id, w.environment) = (p_merchant_id, p_environment)
  for update;
  if before.url = p_url and before.disabled_at is null then
    secret := before.secret;
    endpoint := webhook_endpoint_json(before);
    return;
  end if;
  delete from signing_secrets s where s.merchant_id = p_merchant_id and s.environment = p_environment
  returning s.secret into kept;
  insert into webhook_endpoints as w (merchant_id, environment, url, secret, created_at, updated_at)
  values (
    p_merchant_id, p_environment, p_url,
    coalesce(kept, p_secret), present, present
  )
  on conflict on constraint webhook_endpoint_is_unique do update
    set url = excluded.url, disabled_at = null, disabled_reason = null, failing_since = null,
      delivery_round = w.delivery_round + case when w.disabled_at is null then 0 else 1 end, updated_at = present
  returning * into changed;
  perform enqueue_deliveries_of_endpoints(array[p_merchant_id], p_environment);
  secret := changed.secret;
  endpoint := webhook_endpoint_json(changed);
  perform log_action(
    p_merchant_id, p_environment, 'webhook set', (select m.reference from merchants m where m.id = p_merchant_id),
    case when before.id is not null then webhook_endpoint_facts(before) end, webhook_endpoint_facts(changed),
    p_acting
  );
  perform notify_owners(p_merchant_id, 'webhook_url_changed', jsonb_build_object(
    'environment', p_environment,
    'what', webhook_endpoint_facts(changed) ->> 'origin'
  ), p_acting);
end
$$;
