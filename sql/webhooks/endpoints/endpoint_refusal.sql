-- Returns why no event can be sent to the merchant now, 'no_endpoint' or 'endpoint_disabled'; null if one can.
create or replace function endpoint_refusal(p_merchant_id bigint, p_environment text) returns text
language plpgsql stable set search_path = public, pg_temp as $$
declare
  endpoint record;
begin
  select w.id, w.disabled_at into endpoint from webhook_endpoints w
  where (w.merchant_id, w.environment) = (p_merchant_id, p_environment);
  return case
    when endpoint.id is null then 'no_endpoint'
    when endpoint.disabled_at is not null then 'endpoint_disabled'
  end;
end
$$;
