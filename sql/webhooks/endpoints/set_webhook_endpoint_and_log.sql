-- Like set_webhook_endpoint(); also writes an audit row, and queues a mail to the owners: neither if an enabled one has
-- this URL already.
create or replace function set_webhook_endpoint_and_log(
  p_merchant_id bigint, p_environment text, p_url text, p_secret bytea, p_acting acting
) returns webhook_endpoints
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before webhook_endpoints;
  endpoint webhook_endpoints;
begin
  select * into before from webhook_endpoints w
  where (w.merchant_id, w.environment) = (p_merchant_id, p_environment)
  for update;
  endpoint := set_webhook_endpoint(p_merchant_id, p_environment, p_url, p_secret);
  if before.url = p_url and before.disabled_at is null then
    return endpoint;
  end if;
  perform log_action(
    p_merchant_id, p_environment, 'webhook set', (select m.reference from merchants m where m.id = p_merchant_id),
    case when before.id is not null then webhook_endpoint_facts(before) end, webhook_endpoint_facts(endpoint),
    p_acting
  );
  perform notify_owners(p_merchant_id, 'webhook_url_changed', jsonb_build_object(
    'environment', p_environment,
    'what', webhook_endpoint_facts(endpoint) ->> 'origin'
  ), p_acting);
  return endpoint;
end
$$;
