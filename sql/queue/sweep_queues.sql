-- Unlocks jobs locked by no living worker: it died, or its lease expired while it was paused, and it took jobs when it
-- resumed. Deletes replaced jobs that nobody runs: they have lost their key and can never run. Does not read pending
-- jobs.
create or replace function sweep_queues() returns void
language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  queue text;
  dead text[];
  replaced bigint[];
begin
  -- One statement: a worker is registered before it locks its first job, so whoever sees the lock sees the worker.
  for queue, dead in
    select j.queue, array_agg(distinct j.locked_by) from queued_jobs j
    where j.locked_by is not null and not exists (select from worker_processes w where w.id::text = j.locked_by)
    group by j.queue
  loop
    execute format('select %I.force_unlock_workers($1)', queue) using dead;
    perform wake_workers(queue, 1000);
  end loop;

  for queue, replaced in
    select j.queue, array_agg(j.id) from queued_jobs j
    where j.key is null and j.locked_at is null and not j.is_available
    group by j.queue
  loop
    execute format('select from %I.complete_jobs($1)', queue) using replaced;
  end loop;
end
$$;
