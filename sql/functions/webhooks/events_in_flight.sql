-- events_in_flight(merchant_id, environment) returns how many events are on their way to an endpoint.
create or replace function events_in_flight(merchant_id bigint, environment text) returns integer
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return (
    select count(*)::integer from events e
    where (e.merchant_id, e.environment) = (events_in_flight.merchant_id, events_in_flight.environment)
      and e.claimed_by is not null and is_claimed(e)
  );
end
$$;
