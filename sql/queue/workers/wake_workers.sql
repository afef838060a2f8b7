-- Notifies the workers, when the transaction commits, that so many jobs can be taken from a queue. They also poll,
-- every two seconds.
--
-- graphile-worker notifies too, but for all queues alike: every job would make the workers of all classes look for one.
create or replace function wake_workers(p_queue text, p_jobs integer) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  -- PostgreSQL sends equal notifications of a transaction once: the random number keeps them apart.
  perform pg_notify('jobs', p_queue || ' ' || p_jobs || ' ' || random());
end
$$;
