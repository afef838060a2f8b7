-- Returns the members of an event's public JSON: what is sent, and the state of its delivery.
create or replace function event_members(p_event events) returns table (
  id text, reference text, type text, environment text, "createdAt" text, data json, delivery json
)
language sql stable
begin atomic
  select p_event.reference, p_event.reference, p_event.type, p_event.environment, iso_timestamp(p_event.created_at),
    (select b.data from event_bodies b where b.event_id = p_event.id), delivery_json(p_event);
end;
