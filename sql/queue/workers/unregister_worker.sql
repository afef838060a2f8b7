-- Removes a worker process that is stopping and holds no more jobs, and its heartbeat job.
create or replace function unregister_worker(p_worker_id bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  stopped worker_processes;
begin
  delete from worker_processes where id = p_worker_id returning * into stopped;
  perform queue_live_money.remove_job('heartbeat_' || stopped.slot);
end
$$;
