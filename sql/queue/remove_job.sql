-- Removes a row's job from its queue. A running job is not retried.
create or replace function remove_job(p_task text, p_row_id bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  queue constant text := (select job_queue(p_task, r.environment) from rows_of_jobs(p_task, array[p_row_id]) r);
begin
  execute format('select from %I.remove_job($1)', queue) using p_task || ':' || p_row_id;
end
$$;
