-- Returns an attempt to deliver an event, from any partition, as lists show it.
create or replace function webhook_attempt_json(p_attempt webhook_attempts) returns json
language sql stable
return (select json_strip_nulls(row_to_json(shown)) from webhook_attempt_members(p_attempt) shown);
