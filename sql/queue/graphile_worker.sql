-- What we use of graphile-worker that it does not document: its tables here, its statements in graphile-worker.ts. All
-- other SQL uses this view and these functions, or graphile-worker's own. Each queue is a schema of graphile-worker.

-- Raises an error that names what graphile-worker's tables lack of what we use, since a release may rename it.
create or replace function require_known_queues() returns void
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  lacking constant text := (
    select string_agg(format('%s.%s of %s', wanted.tab, col, queue), ', ')
    from unnest(queue_names()) queue
    cross join (
      values
        ('_private_tasks', 'integer', array['id']), ('_private_tasks', 'text', array['identifier']),
        ('_private_jobs', 'bigint', array['id']), ('_private_jobs', 'integer', array['task_id']),
        ('_private_jobs', 'smallint', array['priority', 'attempts', 'max_attempts']),
        ('_private_jobs', 'text', array['key', 'last_error', 'locked_by']),
        ('_private_jobs', 'timestamptz', array['run_at', 'locked_at', 'created_at', 'updated_at']),
        ('_private_jobs', 'boolean', array['is_available']),
        ('_private_jobs', 'json', array['payload']), ('_private_jobs', 'jsonb', array['flags'])
    ) wanted (tab, type, cols)
    cross join unnest(wanted.cols) col
    where not exists (
      select from pg_attribute a
      where a.attrelid = to_regclass(queue || '.' || wanted.tab) and a.attname = col
        and a.atttypid = wanted.type::regtype and not a.attisdropped
    ) or col = 'key' and not exists (
      select from pg_index i
      where i.indrelid = to_regclass(queue || '._private_jobs') and i.indisunique and i.indpred is null
        and i.indnatts = 1 and pg_get_indexdef(i.indexrelid, 1, false) = 'key'
    )
  );
begin
  if lacking is not null then
    raise exception 'this graphile-worker is not the one that this service knows: its tables lack %', lacking;
  end if;
end
$$;

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
