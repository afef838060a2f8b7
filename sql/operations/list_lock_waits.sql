-- Returns the sessions of this database that wait for a lock, for an operator: for what, since when, and which sessions
-- hold it or are ahead in the queue. The hundred that have waited longest. Statements are not shown: they hold personal
-- data.
create or replace function list_lock_waits()
returns table (
  pid integer, application text, waiting interval, lock text, object text, mode text, blocked_by integer[],
  blocking_applications text[]
)
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return query
  select l.pid, a.application_name, clock_timestamp() - l.waitstart, l.locktype,
    case when l.relation is not null then l.relation::regclass::text end, l.mode, b.pids,
    array(select o.application_name from pg_stat_activity o where o.pid = any (b.pids))
  from pg_locks l
  join pg_stat_activity a on a.pid = l.pid and a.datname = current_database()
  cross join lateral (select pg_blocking_pids(l.pid) as pids) b
  where not l.granted
  order by l.waitstart
  limit 100;
end
$$;
