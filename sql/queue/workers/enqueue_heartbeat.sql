-- Queues the job whose completion shows that a worker process runs jobs: one at a time, before all others.
create or replace function enqueue_heartbeat(p_slot integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform queue_live_money.add_job('heartbeat_' || p_slot, job_key => 'heartbeat_' || p_slot, priority => -100);
  perform wake_workers('queue_live_money', 1);
end
$$;
