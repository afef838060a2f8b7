-- The partitioned tables, each with a partition per week by inserted_at: their name, how long their rows are kept,
-- counted from the end of their partition, and how many weeks ahead partitions are created.
create or replace function partitioned_tables() returns table (name text, term interval, weeks_ahead integer)
language sql immutable set search_path = public, pg_temp as $$
  values ('request_log', interval '30 days', 2), ('webhook_attempts', interval '30 days', 2)
$$;
