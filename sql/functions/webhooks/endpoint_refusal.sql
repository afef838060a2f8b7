-- endpoint_refusal(merchant_id, environment) returns why no event can be sent now: 'no_endpoint' or 'endpoint_disabled';
-- null where it can.
create or replace function endpoint_refusal(merchant_id bigint, environment text) returns text
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  endpoint webhook_endpoints;
begin
  select * into endpoint from webhook_endpoints w
  where (w.merchant_id, w.environment) = (endpoint_refusal.merchant_id, endpoint_refusal.environment);
  return case
    when endpoint.id is null then 'no_endpoint'
    when endpoint.disabled_at is not null then 'endpoint_disabled'
  end;
end
$$;
