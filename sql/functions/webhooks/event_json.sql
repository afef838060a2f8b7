-- Returns the event as GET shows it: the body that is sent, and the state of its delivery.
create or replace function event_json(p_event events) returns json
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return (
    select row_to_json(shown) from (
      select p_event.reference as id, p_event.reference as reference, p_event.type as type,
        p_event.environment as environment,
        iso_timestamp(p_event.created_at) as "createdAt", p_event.body::json -> 'data' as data,
        json_strip_nulls(json_build_object(
          'status', p_event.delivery_status, 'attempts', p_event.attempts,
          'nextAttemptAt', iso_timestamp(p_event.next_attempt_at)
        )) as delivery
    ) shown
  );
end
$$;
