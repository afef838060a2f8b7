-- Returns the ids of living worker processes.
create or replace function living_workers() returns bigint[]
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return array(select w.id from worker_processes w);
end
$$;
