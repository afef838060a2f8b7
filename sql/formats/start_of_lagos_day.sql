-- Returns the moment at which a day (lagos_day) begins in Nigeria. The day after begins 24 hours later: clocks are not
-- changed there.
create or replace function start_of_lagos_day(p_day date) returns timestamptz
language sql stable
return p_day::timestamp at time zone 'Africa/Lagos';
