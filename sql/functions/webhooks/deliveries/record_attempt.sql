-- Records one delivery attempt as record_attempts() does, and waits for its locks. Returns the event's delivery status
-- and the time of the next attempt. Raises no_data_found if there is no such event. For processes of
-- the version before.
create or replace function record_attempt(
  p_event_id bigint, p_fence bigint, p_url text, p_request_headers json, p_response_status integer,
  p_response_body text, p_duration_ms integer, p_error text, p_retry_after interval,
  out status text, out next_attempt_at timestamptz
)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select r.status, r.next_attempt_at into strict status, next_attempt_at
  from record_attempts(
    json_build_array(json_build_object(
      'eventId', p_event_id, 'fence', p_fence, 'url', p_url, 'requestHeaders', p_request_headers,
      'responseStatus', p_response_status, 'responseBody', p_response_body, 'durationMs', p_duration_ms,
      'error', p_error, 'goesOn', false,
      'retryAfterSeconds', extract(epoch from p_retry_after)::integer
    )),
    null, false, true
  ) r;
end
$$;
