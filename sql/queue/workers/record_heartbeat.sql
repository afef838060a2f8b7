-- Records that a worker process is alive, and returns the queues that have due jobs. Also expires the leases of
-- processes without a heartbeat for more than three seconds, and unlocks jobs that no living process runs. p_with_job:
-- queues a job for the process itself, before all others, whose completion shows that it runs jobs.
--
-- Returns null if the caller's own lease has expired: its jobs may run elsewhere already, so it must exit. A caller
-- that was late itself expires nobody: after a database outage all heartbeats are late, but the processes are alive.
create or replace function record_heartbeat(p_worker_id bigint, p_with_job boolean default false) returns text[]
language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_sort = off set enable_incremental_sort = off as $$
declare
  lease constant interval := '3 seconds';
  own worker_processes;
  dead worker_processes;
begin
  select * into own from worker_processes where id = p_worker_id for update;
  if not found then
    return null;
  end if;
  update worker_processes set heartbeat_at = clock_timestamp() where id = p_worker_id;
  if p_with_job then
    perform queue_live_money.add_job('heartbeat_' || own.slot, job_key => 'heartbeat_' || own.slot, priority => -100);
  end if;

  if own.heartbeat_at >= clock_timestamp() - lease and pg_try_advisory_xact_lock(hashtext('record_heartbeat')) then
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
  end if;
  return array(
    select q from unnest(queue_names()) q cross join lateral (select from due_jobs d where d.queue = q limit 1) due
  );
end
$$;
