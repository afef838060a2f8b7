-- Queues the next rows of merchants for a task (next_rows) that have no job. Call it in every transaction that ends the
-- wait of one of them; the sweep finds what was missed. p_written: only these rows, which the caller has just written,
-- so that they have none; those that are not among the next follow them later. A merchant is null for money of an
-- unknown recipient. All jobs are added in row order, so that concurrent calls for the same ones wait for each other in
-- one order. Returns how many jobs it added. Raises what enqueue_jobs() raises.
create or replace function queue_next_jobs(
  p_task text, p_merchant_ids bigint[], p_environment text, p_written bigint[] default null
) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  next constant bigint[] := array(select next_rows(p_task, p_merchant_ids, p_environment));
begin
  return enqueue_jobs(p_task, case
    when p_written is null then rows_without_job(p_task, p_environment, next)
    else array(select row_id from unnest(next) row_id where row_id = any (p_written))
  end);
end
$$;
