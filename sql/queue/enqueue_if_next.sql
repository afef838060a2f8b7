-- Queues a task for a row that was just written, unless enough of its merchant's rows are pending (next_rows): it then
-- follows them (queue_next_jobs). p_merchant_id is null for money of an unknown recipient. Returns how many jobs it
-- added. Raises what enqueue_jobs() raises.
create or replace function enqueue_if_next(p_task text, p_row_id bigint, p_merchant_id bigint, p_environment text)
returns integer
language plpgsql set search_path = public, pg_temp as $$
begin
  return enqueue_jobs(p_task, array(
    select next from next_rows(p_task, array[p_merchant_id], p_environment) next where next = p_row_id
  ));
end
$$;
