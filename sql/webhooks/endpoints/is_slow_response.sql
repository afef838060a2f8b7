-- Whether an endpoint whose last response took so long is a slow one: its events have a lane of their own.
create or replace function is_slow_response(p_duration_ms integer) returns boolean
language sql immutable
return p_duration_ms >= 3000;
