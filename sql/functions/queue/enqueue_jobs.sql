-- Adds one job for each row, in the caller's transaction. Returns how many. p_run_at: now if null.
--
-- A job's payload is {"id": row id}; everything else is in the row. Its key is task:id, so a row has at most one
-- job of a kind waiting. Priorities (lower runs first): jobs that a caller waits for, then money, then webhooks.
-- Attempts are practically unlimited, since every crash of a worker costs one. If a worker takes a job at the moment
-- its key is added again, graphile-worker adds nothing; a second try sees the job running and adds another. Raises
-- PB004 if the queue still did not take it: the transaction must not commit without it.
create or replace function enqueue_jobs(p_task text, p_row_ids bigint[], p_run_at timestamptz default null)
returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  added integer;
begin
  if coalesce(cardinality(p_row_ids), 0) = 0 then
    return 0;
  end if;
  for attempt in 1..5 loop
    select count(*) into added
    from graphile_worker.add_jobs(array(
      select (
        p_task, json_build_object('id', row_id), null, p_run_at, 10000::smallint, p_task || ':' || row_id,
        case
          when p_task in (
            'enquire_name', 'check_identity', 'provision_virtual_account', 'provision_crypto_address', 'settle_credit',
            'check_webhook_host'
          ) then -10
          when p_task in ('deliver_webhook', 'deliver_slow_webhook') then 10
          else 0
        end::smallint, null
      )::graphile_worker.job_spec
      from unnest(p_row_ids) row_id
    ));
    exit when added = cardinality(p_row_ids);
  end loop;
  if added <> cardinality(p_row_ids) then
    raise exception 'the queue took % of % % jobs', added, cardinality(p_row_ids), p_task using errcode = 'PB004';
  end if;
  return added;
end
$$;
