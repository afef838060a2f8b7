-- Records a graphile-worker pool of a worker process: jobs are locked in its name. Call it before the pool takes its
-- first job. Returns false if the process's lease has expired.
create or replace function add_worker_pool(p_worker_id bigint, p_pool_id text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update worker_processes set pool_ids = array_append(pool_ids, p_pool_id) where id = p_worker_id;
  return found;
end
$$;
