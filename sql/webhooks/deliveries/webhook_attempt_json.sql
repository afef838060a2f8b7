-- Returns an attempt to deliver an event, from any partition, as lists show it.
create or replace function webhook_attempt_json(p_attempt webhook_attempts) returns json
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return (select json_strip_nulls(row_to_json(shown)) from webhook_attempt_members(p_attempt) shown);
end
$$;
