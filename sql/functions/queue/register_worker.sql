-- register_worker() adds the calling process to the living ones; returns its id and the lowest free slot.
create or replace function register_worker(out worker_id bigint, out slot integer)
language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('register_worker'));
  insert into worker_processes (slot)
  select min(free) from generate_series(1, (select count(*) + 1 from worker_processes)) free
  where free not in (select w.slot from worker_processes w)
  returning id, worker_processes.slot into worker_id, slot;
end
$$;
