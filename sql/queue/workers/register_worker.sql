-- Registers the calling worker process. Returns its id and the lowest free slot.
create or replace function register_worker(out worker_id bigint, out slot integer)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('register_worker'));
  insert into worker_processes as w (slot)
  select min(free) from generate_series(1, (select count(*) + 1 from worker_processes)) free
  where free not in (select taken.slot from worker_processes taken)
  returning w.id, w.slot into worker_id, slot;
end
$$;
