-- Returns how many events are being sent to an endpoint.
create or replace function events_in_flight(p_merchant_id bigint, p_environment text) returns integer
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return (
    select count(*)::integer
    from webhook_endpoints w
    join webhook_claims c on c.endpoint_id = w.id
    join events e on e.id = any (c.event_ids)
    where (w.merchant_id, w.environment) = (p_merchant_id, p_environment) and is_claimed(e)
  );
end
$$;
