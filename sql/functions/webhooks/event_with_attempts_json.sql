-- Returns event_json() with every delivery attempt, oldest first.
create or replace function event_with_attempts_json(p_event events) returns json
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return (
    select row_to_json(shown) from (
      select p_event.reference as id, p_event.reference as reference, p_event.type as type,
        p_event.environment as environment,
        iso_timestamp(p_event.created_at) as "createdAt", p_event.body::json -> 'data' as data,
        event_json(p_event) -> 'delivery' as delivery,
        (
          select coalesce(json_agg(json_strip_nulls(json_build_object(
            'number', a.number,
            'sentAt', iso_timestamp(a.sent_at),
            'url', a.url,
            'requestHeaders', a.request_headers,
            'requestBody', p_event.body,
            'responseStatus', a.response_status,
            'responseBody', a.response_body,
            'durationMs', a.duration_ms,
            'error', a.error
          )) order by a.id), '[]')
          from webhook_attempts a where a.event_id = p_event.id
        ) as attempts
    ) shown
  );
end
$$;
