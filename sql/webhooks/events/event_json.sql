-- Returns the event as lists show it.
create or replace function event_json(p_event events) returns json
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return (select row_to_json(shown) from event_members(p_event) shown);
end
$$;
