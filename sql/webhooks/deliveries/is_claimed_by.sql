-- Returns whether one of these worker processes is sending the event, and for no longer than an attempt may take. As
-- is_claimed() with living_workers(), which a statement about many events reads once.
create or replace function is_claimed_by(p_event events, p_workers bigint[]) returns boolean
language sql stable
return coalesce(p_event.claimed_until > now() and p_event.claimed_by = any (p_workers), false);
