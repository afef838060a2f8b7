-- Returns the 40 largest tables, those of the queues among them, for an operator: their size in bytes with and without
-- indexes, how many rows are live and dead by PostgreSQL's own count, and when they were last vacuumed. Reads no table.
create or replace function table_bloat()
returns table (
  table_name text, bytes bigint, table_bytes bigint, live bigint, dead bigint, dead_percent numeric,
  last_vacuum timestamptz, last_analyze timestamptz
)
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return query
  select s.relid::regclass::text, pg_total_relation_size(s.relid), pg_relation_size(s.relid), s.n_live_tup,
    s.n_dead_tup, round(100.0 * s.n_dead_tup / nullif(s.n_live_tup + s.n_dead_tup, 0), 1),
    greatest(s.last_vacuum, s.last_autovacuum), greatest(s.last_analyze, s.last_autoanalyze)
  from pg_stat_user_tables s
  order by pg_total_relation_size(s.relid) desc
  limit 40;
end
$$;
