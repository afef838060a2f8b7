-- event_json(event) returns the event as GET shows it: the body that is sent, and how its delivery stands.
create or replace function event_json(event events) returns json
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return (
    select row_to_json(shown) from (
      select event.reference as id, event.reference as reference, event.type as type, event.environment as environment,
        iso_timestamp(event.created_at) as "createdAt", event.body::json -> 'data' as data,
        json_strip_nulls(json_build_object(
          'status', event.delivery_status, 'attempts', event.attempts, 'nextAttemptAt', iso_timestamp(event.next_attempt_at)
        )) as delivery
    ) shown
  );
end
$$;
