-- enqueue_jobs(task, row_ids, run_at) adds one job for each row, in the caller's transaction, and returns how many.
--
-- A job's payload is {"id": row id}: what it is about stands in the row. Its key is task:id, so that a row has at most
-- one job of a kind waiting. Priorities (the lower number first): answers that a caller waits for, then money,
-- then webhooks. Attempts are practically without limit, since every crash of a worker costs one.
-- Where a worker takes a job at the very moment at which its key is added again, graphile-worker adds nothing: asked once
-- more it sees the job at work and adds another. Raises PB004 where the queue still did not take a job: the caller's
-- transaction must not commit without it.
create or replace function enqueue_jobs(task text, row_ids bigint[], run_at timestamptz default null) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  added integer;
begin
  if coalesce(cardinality(row_ids), 0) = 0 then
    return 0;
  end if;
  for turn in 1..5 loop
    select count(*) into added
    from graphile_worker.add_jobs(array(
      select (
        task, json_build_object('id', row_id), null, enqueue_jobs.run_at, 10000::smallint, task || ':' || row_id,
        case
          when task in (
            'enquire_name', 'check_identity', 'provision_virtual_account', 'provision_crypto_address', 'settle_credit',
            'check_webhook_host'
          ) then -10
          when task in ('deliver_webhook', 'deliver_slow_webhook') then 10
          else 0
        end::smallint, null
      )::graphile_worker.job_spec
      from unnest(row_ids) row_id
    ));
    exit when added = cardinality(row_ids);
  end loop;
  if added <> cardinality(row_ids) then
    raise exception 'the queue took % of % % jobs', added, cardinality(row_ids), task using errcode = 'PB004';
  end if;
  return added;
end
$$;
