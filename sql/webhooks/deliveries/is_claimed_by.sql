-- Returns whether one of these worker processes (living_workers) is sending the event, for no longer than an attempt
-- may take.
create or replace function is_claimed_by(p_event events, p_workers bigint[]) returns boolean
language sql stable
return coalesce(p_event.claimed_until > now() and p_event.claimed_by = any (p_workers), false);
