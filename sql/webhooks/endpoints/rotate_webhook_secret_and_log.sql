-- Like rotate_webhook_secret(); also writes an audit row, and queues a mail to the owners.
create or replace function rotate_webhook_secret_and_log(
  p_merchant_id bigint, p_environment text, p_secret bytea, p_overlap_hours integer, p_acting acting
) returns webhook_endpoints
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before webhook_endpoints;
  endpoint webhook_endpoints;
begin
  select * into before from webhook_endpoints w
  where (w.merchant_id, w.environment) = (p_merchant_id, p_environment)
  for update;
  if not found then
    return null;
  end if;
  endpoint := rotate_webhook_secret(p_merchant_id, p_environment, p_secret, p_overlap_hours);
  perform log_action(
    p_merchant_id, p_environment, 'webhook rotate', (select m.reference from merchants m where m.id = p_merchant_id),
    webhook_endpoint_facts(before), webhook_endpoint_facts(endpoint), p_acting
  );
  perform notify_owners(p_merchant_id, 'webhook_secret_rotated', jsonb_build_object(
    'environment', p_environment
  ), p_acting);
  return endpoint;
end
$$;
