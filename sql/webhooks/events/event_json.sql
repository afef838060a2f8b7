-- Returns the event as lists show it.
create or replace function event_json(p_event events) returns json
language sql stable
return (select row_to_json(shown) from event_members(p_event) shown);
