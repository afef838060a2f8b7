-- What we use of graphile-worker that it does not document: its tables here, its statements in graphile-worker.ts. All
-- other SQL uses this view and these functions, or graphile-worker's own. Each queue is a schema of graphile-worker.

do $do$
declare
  queue text;
begin
  -- The sweeps look for jobs that are locked or were replaced, among any number that wait.
  foreach queue in array queue_names() loop
    if to_regclass(queue || '.jobs_locked') is null then
      execute format('create index jobs_locked on %I._private_jobs (locked_by) where locked_by is not null', queue);
      execute format('create index jobs_replaced on %I._private_jobs (id) where key is null', queue);
    end if;
  end loop;

  -- All jobs of all queues. A job that was replaced while it ran has lost its key, and has max_attempts attempts. Name
  -- one queue to read only that one.
  execute (
    select 'create or replace view queued_jobs as ' || string_agg(format(
      'select %1$L as queue, id,
        (select identifier from %1$I._private_tasks t where t.id = task_id) as task,
        key, priority, run_at, attempts, max_attempts, is_available, last_error, locked_at, locked_by, created_at,
        updated_at
      from %1$I._private_jobs', name
    ), ' union all ')
    from unnest(queue_names()) name
  );

  -- Adds jobs of one task to a queue, each with its own key, and returns how many it added: none for a key that has a
  -- job, and none at all if the queue has never had the task. Arrays of equal length, one entry per job. p_flags: null
  -- for a job without any. For enqueue_jobs(), which gives the others to graphile-worker's add_jobs().
  --
  -- One statement instead of the five of graphile-worker's add_jobs(), and without its unused notification: that took a
  -- sixth of PostgreSQL's time. One branch per queue, instead of a statement built from the queue's name in each call:
  -- each connection caches their plans.
  execute format(
    'create or replace function add_new_jobs(
      p_queue text, p_task text, p_keys text[], p_payloads json[], p_flags jsonb[], p_run_at timestamptz,
      p_priority smallint
    ) returns integer
    language plpgsql set search_path = public, pg_temp as $$
    declare
      added integer;
    begin
      case p_queue %s end case;
      get diagnostics added = row_count;
      return added;
    end
    $$', (
      select string_agg(format(
        'when %1$L then
          insert into %1$I._private_jobs (task_id, key, payload, flags, run_at, priority, max_attempts)
          select t.id, j.key, j.payload, j.flags, p_run_at, p_priority, 10000
          from %1$I._private_tasks t, unnest(p_keys, p_payloads, p_flags) j (key, payload, flags)
          where t.identifier = p_task
          on conflict (key) do nothing;', name
      ), ' ')
      from unnest(queue_names()) name
    )
  );
end
$do$;
