-- Records that a worker process is alive. Also expires the leases of processes without a heartbeat for more than three
-- seconds, and unlocks jobs that no living process runs.
--
-- Returns false if the caller's own lease has expired: its jobs may run elsewhere already, so it must exit. A caller
-- that was late itself expires nobody: after a database outage all heartbeats are late, but the processes are alive.
create or replace function record_heartbeat(p_worker_id bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  lease constant interval := '3 seconds';
  last_heartbeat timestamptz;
  dead worker_processes;
begin
  select heartbeat_at into last_heartbeat from worker_processes where id = p_worker_id for update;
  if not found then
    return false;
  end if;
  update worker_processes set heartbeat_at = clock_timestamp() where id = p_worker_id;
  if last_heartbeat < clock_timestamp() - lease or not pg_try_advisory_xact_lock(hashtext('record_heartbeat')) then
    return true;
  end if;

  for dead in
    delete from worker_processes
    where id in (
      select id from worker_processes where heartbeat_at < clock_timestamp() - lease for update skip locked
    )
    returning *
  loop
    perform queue_live_money.remove_job('heartbeat_' || dead.slot);
  end loop;
  perform sweep_queues();
  return true;
end
$$;
