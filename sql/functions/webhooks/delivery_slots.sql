-- delivery_slots(is_slow) returns how many events of one endpoint may be on their way at once.
create or replace function delivery_slots(is_slow boolean) returns integer
language sql immutable
return case when is_slow then 1 else 4 end;
