-- Returns whether a live worker process is sending the event, and for no longer than an attempt may take.
create or replace function is_claimed(p_event events) returns boolean
language sql stable
return p_event.claimed_by is not null and p_event.claimed_until > now()
  and exists (select from worker_processes w where w.id = p_event.claimed_by);
