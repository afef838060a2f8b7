-- Returns a moment's day in Nigeria, which is an hour ahead of UTC all year.
create or replace function lagos_day(p_time timestamptz) returns date
language sql stable
return (p_time at time zone 'Africa/Lagos')::date;
