-- Records the graphile-worker pools of a worker process: jobs are locked in their names. Call it before one of them
-- takes its first job. Raises an error if the process's lease has expired.
create or replace function add_worker_pools(p_worker_id bigint, p_pool_ids text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update worker_processes set pool_ids = pool_ids || p_pool_ids where id = p_worker_id;
  if not found then
    raise exception 'another process took this one for dead';
  end if;
end
$$;
