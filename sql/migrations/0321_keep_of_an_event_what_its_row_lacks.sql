-- Of an event's body only the data is kept from now on: the rest is in the event's row, and event_body() puts it
-- before. Events of earlier versions keep their whole body, so that none is copied.
alter table event_bodies alter column body drop not null;
alter table event_bodies add column data json;
