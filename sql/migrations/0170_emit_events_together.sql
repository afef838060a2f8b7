-- What emit_events() takes: whom an event is about, its type, and the resource as GET returns it.
create type new_event as (
  merchant_id bigint,
  environment text,
  type text,
  data json
);
