-- unregister_worker(worker_id) takes a process that stops, and holds no jobs any more, off the list, and its heartbeat
-- out of the queue.
create or replace function unregister_worker(worker_id bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  stopped worker_processes;
begin
  delete from worker_processes where id = worker_id returning * into stopped;
  perform graphile_worker.remove_job('heartbeat_' || stopped.slot);
end
$$;
