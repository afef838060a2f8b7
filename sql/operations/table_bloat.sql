-- Returns the 40 largest tables, including those of the queues, for an operator: their size in bytes with and without
-- indexes, how many rows are live and dead by PostgreSQL's own count, and when they were last vacuumed. A partitioned
-- table counts as one. Reads no table.
create or replace function table_bloat()
returns table (
  table_name text, bytes bigint, table_bytes bigint, live bigint, dead bigint, dead_percent numeric,
  last_vacuum timestamptz, last_analyze timestamptz
)
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return query
  select t.relid::regclass::text, t.bytes, t.table_bytes, t.live, t.dead,
    round(100.0 * t.dead / nullif(t.live + t.dead, 0), 1), t.last_vacuum, t.last_analyze
  from (
    select coalesce(pg_partition_root(s.relid), s.relid) as relid,
      sum(pg_total_relation_size(s.relid))::bigint as bytes, sum(pg_relation_size(s.relid))::bigint as table_bytes,
      sum(s.n_live_tup)::bigint as live, sum(s.n_dead_tup)::bigint as dead,
      max(greatest(s.last_vacuum, s.last_autovacuum)) as last_vacuum,
      max(greatest(s.last_analyze, s.last_autoanalyze)) as last_analyze
    from pg_stat_user_tables s
    group by 1
  ) t
  order by t.bytes desc
  limit 40;
end
$$;
