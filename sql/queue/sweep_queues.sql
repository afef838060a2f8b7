-- Unlocks jobs locked by a pool of no living worker: the worker died, or its lease expired while it was paused, and it
-- took jobs when it resumed. Deletes replaced jobs that nobody runs: they have lost their key and can never run. Does
-- not read pending jobs.
create or replace function sweep_queues() returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  queue text;
  dead text[];
begin
  foreach queue in array queue_names() loop
    -- One statement: a pool is registered before it locks its first job, so whoever sees the lock sees the pool.
    execute format(
      'select array_agg(distinct j.locked_by) from %I._private_jobs j
      where j.locked_by is not null
        and not exists (select from worker_processes w where j.locked_by = any (w.pool_ids))',
      queue
    ) into dead;
    if dead is not null then
      execute format('select %I.force_unlock_workers($1)', queue) using dead;
      perform wake_workers(queue, 1000);
    end if;
    execute format(
      'delete from %I._private_jobs where key is null and locked_at is null and attempts >= max_attempts', queue
    );
  end loop;
end
$$;
