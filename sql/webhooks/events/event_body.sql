-- Returns the exact text of an event that is signed and sent: always the same bytes, so its format here, and that of
-- iso_timestamp(), must never change.
create or replace function event_body(p_event events) returns text
language sql stable
begin atomic
  select row_to_json((
    select sent from (
      select p_event.reference as id, p_event.reference, p_event.type, p_event.environment,
        iso_timestamp(p_event.created_at) as "createdAt", b.data
    ) sent
  ))::text
  from event_bodies b where b.event_id = p_event.id;
end;
