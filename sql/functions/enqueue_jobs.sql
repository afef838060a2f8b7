-- enqueue_jobs(task, row_ids, run_at) adds one job for each row, in the caller's transaction, and returns how many.
--
-- A job's payload is {"id": row id}: what it is about stands in the row. Its key is task:id, so that a row has at most
-- one job of a kind waiting. Priorities (the lower number first): answers that a caller waits for, then money,
-- then webhooks. Attempts are practically without limit, since every crash of a worker costs one.
-- Raises PB004 where the queue did not take a job (graphile-worker's add_job may return nothing under contention):
-- the caller's transaction must not commit without it.
create or replace function enqueue_jobs(task text, row_ids bigint[], run_at timestamptz default null) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  added integer;
begin
  if coalesce(cardinality(row_ids), 0) = 0 then
    return 0;
  end if;
  select count(*) into added
  from graphile_worker.add_jobs(array(
    select (
      task, json_build_object('id', row_id), null, enqueue_jobs.run_at, 10000::smallint, task || ':' || row_id,
      case
        when task in ('enquire_name', 'mint_virtual_account', 'settle_collection') then -10
        when task = 'deliver_webhook' then 10
        else 0
      end::smallint, null
    )::graphile_worker.job_spec
    from unnest(row_ids) row_id
  ));
  if added <> cardinality(row_ids) then
    raise exception 'the queue took % of % % jobs', added, cardinality(row_ids), task using errcode = 'PB004';
  end if;
  return added;
end
$$;
