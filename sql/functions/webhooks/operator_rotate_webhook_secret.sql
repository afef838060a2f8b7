-- What rotate_webhook_secret() does for a merchant, as an operator's action.
create or replace function operator_rotate_webhook_secret(
  p_merchant_id bigint, p_environment text, p_secret bytea, p_overlap_hours integer, p_operator text, p_reason text
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
  perform log_operator_action(
    'webhook rotate', (select m.reference from merchants m where m.id = p_merchant_id),
    webhook_endpoint_facts(before), webhook_endpoint_facts(endpoint), p_operator, p_reason
  );
  return endpoint;
end
$$;
