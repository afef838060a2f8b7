-- Returns the metrics of partitioned tables: for how many seconds from now each has partitions (partitions_ahead), and
-- how many rows are in its default one for lack of another (rows_without_partition; 10,000 means that or more).
create or replace function measure_partitions()
returns table (measure text, subject text, state text, value double precision)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  partitioned text;
begin
  for partitioned in select t.name from partitioned_tables() t loop
    return query
    select 'partitions_ahead', partitioned, null::text,
      extract(epoch from coalesce(max(p.ends), now()) - now())::double precision
    from partitions_of(partitioned) p;

    return query execute format(
      'select ''rows_without_partition'', %L, null::text, count(*)::double precision
      from (select from %I limit 10000) first',
      partitioned, partitioned || '_default'
    );
  end loop;
end
$$;
