-- Runs jobs of a task (p_task) now, with all their attempts again, for an operator: those of an environment that failed
-- at least once and are not running, oldest first, at most p_limit, up to 1,000. Returns their keys. Raises PB008 for
-- an unknown task, a larger limit, and if no job of it has failed.
create or replace function retry_jobs(p_task text, p_environment text, p_limit bigint, p_acting acting)
returns table (job text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  its_queue constant text := job_queue(p_task, p_environment);
  ids bigint[];
  keys text[];
begin
  if its_queue is null or not its_queue = any (queue_names()) then
    raise exception '--task % is no task: npm run ops -- queue-depth shows those that have jobs', p_task using errcode = 'PB008';
  elsif p_limit not between 1 and 1000 then
    raise exception '--limit % must be from 1 to 1000', p_limit using errcode = 'PB008';
  end if;
  select array_agg(f.id), array_agg(f.key) into ids, keys from (
    select j.id, j.key from queued_jobs j
    where j.queue = its_queue and j.task = p_task and j.key is not null and j.last_error is not null
      and j.locked_at is null
    order by j.run_at, j.id limit p_limit
  ) f;
  if ids is null then
    raise exception 'no job of % has failed in % and waits: npm run ops -- failing-jobs lists those that did', p_task,
      p_environment using errcode = 'PB008';
  end if;
  execute format('select from %I.reschedule_jobs($1, run_at => now(), attempts => 0)', its_queue) using ids;
  perform wake_workers(its_queue, cardinality(ids));
  perform log_action(
    null, p_environment, 'job retry-all', p_task, null, jsonb_build_object('jobs', cardinality(ids)), p_acting
  );
  return query select unnest(keys);
end
$$;
