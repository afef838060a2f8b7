-- Gives a merchant's endpoint a new encrypted secret; the old one signs as well for p_overlap_hours more, and
-- is not kept if that is 0. Returns the endpoint's public JSON; null if the merchant has none in this environment.
-- Writes an audit row, and queues a mail to the owners. Locks the endpoint.
create or replace function rotate_webhook_secret(
  p_merchant_id bigint, p_environment text, p_secret bytea, p_overlap_hours integer, p_acting acting
) returns json
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before webhook_endpoints;
  changed webhook_endpoints;
  present constant timestamptz := business_now(p_merchant_id, p_environment);
  ends_at constant timestamptz := case
    when p_overlap_hours > 0 then present + make_interval(hours => p_overlap_hours)
  end;
begin
  select * into before from webhook_endpoints w
  where (w.merchant_id, w.environment) = (p_merchant_id, p_environment)
  for update;
  if not found then
    return null;
  end if;
  update webhook_endpoints w
  set previous_secret = case when ends_at is not null then w.secret end, previous_secret_expires_at = ends_at,
    secret = p_secret, updated_at = present
  where w.id = before.id
  returning * into changed;
  perform log_action(
    p_merchant_id, p_environment, 'webhook rotate', (select m.reference from merchants m where m.id = p_merchant_id),
    webhook_endpoint_facts(before), webhook_endpoint_facts(changed), p_acting
  );
  perform notify_owners(p_merchant_id, 'webhook_secret_rotated', jsonb_build_object(
    'environment', p_environment
  ), p_acting);
  return webhook_endpoint_json(changed);
end
$$;
