-- Returns a request of the log, from any partition, as the dashboard shows it.
create or replace function logged_request_json(p_request request_log) returns json
language sql stable
return (
  select json_strip_nulls(json_build_object(
    'requestId', p_request.request_id, 'method', k.method, 'path', k.path, 'status', k.status,
    'errorCode', k.error_code, 'ignoredFields', string_to_array(p_request.ignored_fields, ','),
    'durationMs', p_request.duration_ms, 'caller', p_request.caller,
    'lastFour', (select a.last_four from api_keys a where a.reference = p_request.caller),
    'environment', p_request.environment, 'createdAt', iso_timestamp(p_request.created_at)
  ))
  from request_kinds k where k.id = p_request.kind_id
);
