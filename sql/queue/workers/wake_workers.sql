-- Notifies the workers, when the transaction commits, of how many jobs can be taken from a queue. Every second their
-- heartbeats find those of which no notification came.
--
-- graphile-worker notifies too, but alike for all queues: every job would make the workers of all classes fetch.
create or replace function wake_workers(p_queue text, p_jobs integer) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  -- PostgreSQL sends equal notifications of a transaction once: the random number makes them differ.
  perform pg_notify('jobs', p_queue || ' ' || p_jobs || ' ' || random());
end
$$;
