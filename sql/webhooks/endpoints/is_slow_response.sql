-- Whether an endpoint with this response time is slow: its events have a lane of their own for a while.
create or replace function is_slow_response(p_duration_ms integer) returns boolean
language sql immutable
return p_duration_ms >= 3000;
