-- Queues the next rows of merchants for a task (next_rows) that have no job. Call it in every transaction that ends the
-- wait of one of them: others follow one by one, so that a worker that skips a merchant's jobs skips few, however many
-- are pending (workers/queue/take-jobs.ts). The sweep finds what was missed. A merchant is null for money of an unknown
-- recipient. p_written: only these rows, which the caller has just written, so that they have none. Returns how many
-- jobs it added. All are added in row order, so that concurrent calls for the same ones wait for each other in one
-- order. Raises what enqueue_jobs() raises.
--
-- p_most: so many of each merchant have jobs. Ten are more than all processes take between two claims. What callers
-- wait for has thirty, with those in progress.
create or replace function queue_next_jobs(
  p_task text, p_merchant_ids bigint[], p_environment text, p_written bigint[] default null, p_most bigint default 10
) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  most constant bigint := case when p_task like 'provision%' then 30 else p_most end;
  next constant bigint[] := array(select next_rows(p_task, p_merchant_ids, p_environment, most));
begin
  return enqueue_jobs(p_task, case
    when p_written is null then rows_without_job(p_task, p_environment, next)
    else array(select row_id from unnest(next) row_id where row_id = any (p_written))
  end);
end
$$;
