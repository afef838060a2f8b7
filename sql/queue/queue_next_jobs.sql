-- Queues the next rows of merchants for a task (next_rows) that have no job. Call it in every transaction that ends the
-- wait of one of them; the sweep finds what was missed. All jobs are added in row order, so that concurrent calls for
-- the same ones wait for each other in one order. Returns how many jobs it added. Raises what enqueue_jobs() raises.
create or replace function queue_next_jobs(p_task text, p_merchant_ids bigint[], p_environment text) returns integer
language plpgsql set search_path = public, pg_temp as $$
begin
  return enqueue_jobs(p_task, rows_without_job(p_task, p_environment, array(
    select next_rows(p_task, p_merchant_ids, p_environment)
  )));
end
$$;
