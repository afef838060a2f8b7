-- Deletes sessions whose time is over: at most p_limit. Returns how many.
create or replace function purge_sessions(p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  gone integer;
begin
  with over as (
    select s.id from sessions s
    where s.last_seen_at < now() - interval '12 hours' or s.created_at < now() - interval '14 days'
    order by s.last_seen_at limit p_limit for update skip locked
  )
  delete from sessions s using over where s.id = over.id;
  get diagnostics gone = row_count;
  return gone;
end
$$;
