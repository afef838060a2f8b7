-- event_with_attempts_json(event) returns event_json(event) with every attempt at delivering it, oldest first.
create or replace function event_with_attempts_json(event events) returns json
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return (
    select row_to_json(shown) from (
      select event.reference as id, event.reference as reference, event.type as type, event.environment as environment,
        iso_timestamp(event.created_at) as "createdAt", event.body::json -> 'data' as data,
        event_json(event) -> 'delivery' as delivery,
        (
          select coalesce(json_agg(json_strip_nulls(json_build_object(
            'number', a.number,
            'sentAt', iso_timestamp(a.sent_at),
            'url', a.url,
            'requestHeaders', a.request_headers,
            'requestBody', event.body,
            'responseStatus', a.response_status,
            'responseBody', a.response_body,
            'durationMs', a.duration_ms,
            'error', a.error
          )) order by a.id), '[]')
          from webhook_attempts a where a.event_id = event.id
        ) as attempts
    ) shown
  );
end
$$;
