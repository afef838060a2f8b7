-- Returns the partitions of a table, with their range from (inclusive) and to (exclusive); the default one has neither
-- (null). Reads only the catalog.
create or replace function partitions_of(p_table text)
returns table (name text, starts timestamptz, ends timestamptz, is_default boolean)
language sql stable set search_path = public, pg_temp set datestyle = 'ISO' as $$
  select c.relname::text, substring(b.bound from 'FROM \(''([^'']+)''\)')::timestamptz,
    substring(b.bound from 'TO \(''([^'']+)''\)')::timestamptz, b.bound = 'DEFAULT'
  from pg_inherits i
  join pg_class c on c.oid = i.inhrelid
  cross join lateral (select pg_get_expr(c.relpartbound, c.oid) as bound) b
  where i.inhparent = to_regclass(p_table)
$$;
