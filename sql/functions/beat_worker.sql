-- beat_worker(worker_id) says that a worker process lives and, on its behalf, unlocks the jobs of those that do not:
-- processes silent for more than three seconds, and pools that no living process owns.
--
-- Returns false where the caller itself was given up: its jobs may run elsewhere already, so that it must exit.
-- A caller that was late itself sweeps nobody: after an outage of the database everybody is late, and alive.
create or replace function beat_worker(worker_id bigint) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  lease constant interval := '3 seconds';
  last_beat timestamptz;
  dead_pools text[];
begin
  select beaten_at into last_beat from worker_processes where id = worker_id for update;
  if not found then
    return false;
  end if;
  update worker_processes set beaten_at = clock_timestamp() where id = worker_id;
  if last_beat < clock_timestamp() - lease or not pg_try_advisory_xact_lock(hashtext('beat_worker')) then
    return true;
  end if;

  with dead as (
    delete from worker_processes
    where id in (
      select id from worker_processes where beaten_at < clock_timestamp() - lease for update skip locked
    )
    returning pool_ids
  )
  select array_agg(pool_id) into dead_pools from dead, unnest(pool_ids) pool_id;

  -- Processes write a pool's id down before it takes its first job; should one not have, its jobs are not left for hours.
  dead_pools := dead_pools || array(
    select distinct locked_by from graphile_worker.jobs j
    where j.locked_at < clock_timestamp() - interval '10 seconds'
      and not exists (select from worker_processes w where j.locked_by = any (w.pool_ids))
  );
  if cardinality(dead_pools) > 0 then
    perform graphile_worker.force_unlock_workers(dead_pools);
    perform pg_notify('jobs:insert', '{"count":' || cardinality(dead_pools) || '}');
  end if;
  return true;
end
$$;
