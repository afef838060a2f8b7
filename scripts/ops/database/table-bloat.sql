-- When: the disk fills up, or everything becomes slower over days.
-- Lists the 40 largest tables, queue tables included: size in bytes with and without indexes, live and dead rows by
-- PostgreSQL's count, and the last vacuum. A partitioned table counts as one. Reads no table, and changes nothing.
select t.relid::regclass as table_name, t.bytes, t.table_bytes, t.live, t.dead,
  round(100.0 * t.dead / nullif(t.live + t.dead, 0), 1) as dead_percent, t.last_vacuum, t.last_analyze
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
