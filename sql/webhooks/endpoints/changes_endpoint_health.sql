-- Whether update_endpoint_health() would change an endpoint after an attempt: mostly not.
create or replace function changes_endpoint_health(
  p_endpoint webhook_endpoints, p_url text, p_response_status integer, p_duration_ms integer
) returns boolean
language sql immutable
return p_endpoint.url = p_url and (
  coalesce(p_response_status not between 200 and 299, true) or p_endpoint.failing_since is not null
  or p_endpoint.is_slow <> is_slow_response(p_duration_ms)
);
