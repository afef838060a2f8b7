-- Returns the worker processes, for an operator: how old the last heartbeat of each is (beyond three seconds another
-- process gives it up and unlocks its jobs), and how many jobs it runs, the longest since when. Jobs that are locked by
-- no living process come last, without a slot; each heartbeat unlocks them.
create or replace function list_workers()
returns table (
  slot integer, started_at timestamptz, heartbeat_age interval, pools integer, jobs bigint, oldest_lock timestamptz
)
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return query
  select w.slot, w.started_at, clock_timestamp() - w.heartbeat_at, cardinality(w.pool_ids), count(j.locked_at),
    min(j.locked_at)
  from worker_processes w
  left join (select q.locked_by, q.locked_at from queued_jobs q where q.locked_at is not null) j
    on j.locked_by = any (w.pool_ids)
  group by w.id
  union all
  select null, null, null, null, count(*), min(q.locked_at)
  from queued_jobs q
  where q.locked_at is not null
    and not exists (select from worker_processes w where q.locked_by = any (w.pool_ids))
  having count(*) > 0
  order by 1;
end
$$;
