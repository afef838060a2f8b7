-- Queues those of the next rows of a merchant for a task (next_rows) that have no job. To be called by everything that
-- makes one of them wait no longer, in its transaction; what was not, the sweep finds. Returns how many jobs it added.
-- Raises what enqueue_jobs() raises.
create or replace function queue_next_jobs(p_task text, p_merchant_id bigint, p_environment text) returns integer
language plpgsql set search_path = public, pg_temp as $$
begin
  return queue_next_jobs_of_many(p_task, p_environment, array[p_merchant_id]);
end
$$;
