-- is_claimed(event) returns whether a worker process is sending the event: one that lives, and for no longer than any
-- attempt takes.
create or replace function is_claimed(event events) returns boolean
language sql stable
return event.claimed_by is not null and event.claimed_until > now()
  and exists (select from worker_processes w where w.id = event.claimed_by);
