-- Returns the moment when a day (lagos_day) begins in Nigeria. The next day begins 24 hours later: clocks don't change
-- there.
create or replace function start_of_lagos_day(p_day date) returns timestamptz
language sql stable
return p_day::timestamp at time zone 'Africa/Lagos';
