-- Returns how many events are being sent to an endpoint.
create or replace function events_in_flight(p_merchant_id bigint, p_environment text) returns integer
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return (
    select count(*)::integer from events e
    where (e.merchant_id, e.environment) = (p_merchant_id, p_environment)
      and e.claimed_by is not null and is_claimed(e)
  );
end
$$;
