-- Adds one job for each row, in the caller's transaction, to the queue of its task and environment. Returns how many.
-- p_run_at: now if null. p_first: ahead of all others in the queue; p_last: behind them.
--
-- A job's payload is {"id": row id, "trace": the row's trace}; everything else is in the row. Its key is task:id, so a
-- row has at most one pending job of a kind. Its flags are the merchant, and "identity" for identity checks: each has
-- a share of a queue's slots at most (workers/queue/plan-capacity.ts). Jobs of a queue run in order of their time, with
-- two exceptions: account requests come after other lookups, since strangers can make them, and account polls come
-- after all jobs that move money.
-- Transaction polls all come from the sweep, and are never ahead of others: incoming money would delay outgoing money.
--
-- Attempts are practically unlimited, since every crash of a worker costs one. If a row has a job already, all go to
-- graphile-worker's add_jobs(), which replaces a pending job. If a worker takes a job at the moment its key is added
-- again, that adds nothing; a second try sees the job running and adds another. Raises PB004 if the queue still did not
-- accept it, or if there is no such row: the transaction must not commit without it.
create or replace function enqueue_jobs(
  p_task text, p_row_ids bigint[], p_run_at timestamptz default null, p_first boolean default false,
  p_last boolean default false
) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  expected constant integer := coalesce(cardinality(p_row_ids), 0);
  priority constant smallint := case
    when p_task = 'poll_account' then 1
    when p_task = 'confirm_credit' then 0
    when p_first then -10
    when p_last then 2
    when p_task like 'provision%' then 1
    else 0
  end;
  queue text;
  keys text[];
  payloads json[];
  flags jsonb[];
  added integer;
  total integer := 0;
begin
  for queue, keys, payloads, flags in
    select job_queue(p_task, r.environment), array_agg(p_task || ':' || r.id order by r.id),
      array_agg(json_strip_nulls(json_build_object('id', r.id, 'trace', r.trace_id)) order by r.id),
      array_agg(
        case when r.merchant_id is not null then jsonb_build_object('merchant:' || r.merchant_id, true) end
          || case when p_task = 'check_identity' then '{"identity": true}' else '{}' end::jsonb
        order by r.id
      )
    from rows_of_jobs(p_task, p_row_ids) r
    group by r.environment
  loop
    added := add_new_jobs(queue, p_task, keys, payloads, flags, coalesce(p_run_at, now()), priority);
    for attempt in 1..5 loop
      exit when added = cardinality(keys);
      execute format('select count(*) from %1$I.add_jobs($1::%1$I.job_spec[])', queue) into added using array(
        select row(
          p_task, j.payload, null, p_run_at, 10000, j.key, priority, array(select jsonb_object_keys(j.flags))
        )
        from unnest(keys, payloads, flags) j (key, payload, flags)
      )::text;
    end loop;
    total := total + added;
    if p_run_at is null or p_run_at <= now() then
      perform wake_workers(queue, cardinality(keys));
    end if;
  end loop;
  if total <> expected then
    raise exception 'the queue took % of % % jobs', total, expected, p_task using errcode = 'PB004';
  end if;
  return total;
end
$$;
