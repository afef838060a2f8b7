-- As queue_next_jobs(), for several merchants of an environment. All jobs are added in row order, so that concurrent
-- calls for the same ones wait for each other in one order.
create or replace function queue_next_jobs_of_many(p_task text, p_environment text, p_merchant_ids bigint[])
returns integer
language plpgsql set search_path = public, pg_temp as $$
begin
  return enqueue_jobs(p_task, rows_without_job(p_task, p_environment, array(
    select row_id from unnest(p_merchant_ids) m cross join lateral next_rows(p_task, m, p_environment) row_id
  )));
end
$$;
