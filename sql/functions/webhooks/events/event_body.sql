-- Returns the exact text of an event that is signed and sent. Events of earlier versions have it in their own row.
create or replace function event_body(p_event events) returns text
language sql stable
begin atomic
  select coalesce(p_event.body, (select b.body from event_bodies b where b.event_id = p_event.id));
end;
