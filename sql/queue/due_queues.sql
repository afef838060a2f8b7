-- Returns the queues that have a due job.
create or replace function due_queues() returns text[]
language plpgsql stable set search_path = public, pg_temp
  set enable_seqscan = off set enable_sort = off set enable_incremental_sort = off as $$
begin
  return array(
    select q from unnest(queue_names()) q cross join lateral (select from due_jobs d where d.queue = q limit 1) due
  );
end
$$;
