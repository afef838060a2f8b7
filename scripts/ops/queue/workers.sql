-- When: jobs do not run, or a worker process may be gone.
-- Lists the worker processes: the age of the last heartbeat (after three seconds another process expires its lease and
-- unlocks its jobs), how many jobs it runs, and since when the longest. Jobs locked by no living process come last,
-- without a slot; each heartbeat unlocks them. Changes nothing.
select w.slot, w.started_at, clock_timestamp() - w.heartbeat_at as heartbeat_age, count(j.locked_at) as jobs,
  min(j.locked_at) as oldest_lock
from worker_processes w
left join (select q.locked_by, q.locked_at from queued_jobs q where q.locked_at is not null) j
  on j.locked_by = w.id::text
group by w.id
union all
select null, null, null, count(*), min(q.locked_at)
from queued_jobs q
where q.locked_at is not null
  and not exists (select from worker_processes w where q.locked_by = w.id::text)
having count(*) > 0
order by 1;
