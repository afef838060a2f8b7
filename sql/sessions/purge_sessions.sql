-- Deletes sessions whose time is over, 12 hours after the last request or 14 days after the start: at most p_limit of
-- each. Returns how many. For purge_expired_rows().
create or replace function purge_sessions(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  over bigint[];
  gone integer;
begin
  -- Each by an index of its own: with "or" all sessions would be read.
  over := array(
    select s.id from sessions s where s.last_seen_at < now() - interval '12 hours'
    order by s.last_seen_at limit p_limit
    for update skip locked
  ) || array(
    select s.id from sessions s where s.created_at < now() - interval '14 days'
    order by s.created_at limit p_limit
    for update skip locked
  );
  delete from sessions s where s.id = any (over);
  get diagnostics gone = row_count;
  return gone;
end
$$;
