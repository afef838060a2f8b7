-- Queues the merchant's next rows for a task (next_rows) that have no job. Call it in every transaction that ends the
-- wait of one of them; the sweep finds what was missed. Returns how many jobs it added. Raises what enqueue_jobs()
-- raises.
create or replace function queue_next_jobs(p_task text, p_merchant_id bigint, p_environment text) returns integer
language plpgsql set search_path = public, pg_temp as $$
begin
  return queue_next_jobs_of_many(p_task, p_environment, array[p_merchant_id]);
end
$$;
