-- Returns how many events of one endpoint may be in flight at once.
create or replace function delivery_slots(p_is_slow boolean) returns integer
language sql immutable
return case when p_is_slow then 1 else 4 end;
