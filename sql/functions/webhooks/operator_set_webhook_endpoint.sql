-- What set_webhook_endpoint() does for a merchant, as an operator's action.
create or replace function operator_set_webhook_endpoint(
  p_merchant_id bigint, p_environment text, p_url text, p_secret bytea, p_operator text, p_reason text
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
  perform log_operator_action(
    'webhook set', (select m.reference from merchants m where m.id = p_merchant_id),
    case when before.id is not null then webhook_endpoint_facts(before) end, webhook_endpoint_facts(endpoint),
    p_operator, p_reason
  );
  return endpoint;
end
$$;
