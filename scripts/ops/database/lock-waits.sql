-- When: requests or jobs are slow while the machine is not busy.
-- Lists the sessions that wait for a lock, what each waits for, how long, and which sessions hold the lock or are
-- ahead: the hundred longest, without their statements, which contain personal data. Changes nothing.
select l.pid, a.application_name as application, clock_timestamp() - l.waitstart as waiting, l.locktype as lock,
  case when l.relation is not null then l.relation::regclass::text end as object, l.mode, b.pids as blocked_by,
  array(select o.application_name from pg_stat_activity o where o.pid = any (b.pids)) as blocking_applications
from pg_locks l
join pg_stat_activity a on a.pid = l.pid and a.datname = current_database()
cross join lateral (select pg_blocking_pids(l.pid) as pids) b
where not l.granted
order by l.waitstart
limit 100;
