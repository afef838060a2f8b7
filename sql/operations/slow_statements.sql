-- Returns the thirty statements of this database that took most of its time, for an operator: since when they are
-- counted, how often each ran and how long (mean and slowest in ms, the total in seconds and as a share of all), how
-- many rows it returned or changed, and how many blocks it read from outside PostgreSQL's memory. PostgreSQL counts
-- them (pg_stat_statements) and has replaced the values in their texts. Texts that it keeps as written are left out:
-- they may hold passwords. So are traces.
--
-- Runs with the owner's rights, so that only the owner has to be a reader of PostgreSQL's statistics, and operators see
-- no session's statements. Raises PB008, with what to do, if PostgreSQL does not count statements, or does not show
-- them to the owner.
create or replace function slow_statements()
returns table (
  statement text, role text, calls bigint, mean_ms numeric, slowest_ms numeric, seconds numeric, percent numeric,
  rows bigint, blocks_read bigint, since timestamptz
)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  place constant text := (
    select quote_ident(n.nspname) from pg_extension x join pg_namespace n on n.oid = x.extnamespace
    where x.extname = 'pg_stat_statements'
  );
begin
  if place is null then
    raise object_not_in_prerequisite_state;
  end if;
  if not pg_has_role(current_user, 'pg_read_all_stats', 'usage') then
    raise exception 'PostgreSQL shows statements to readers of its statistics only: as a superuser, '
      'grant pg_read_all_stats to %', quote_ident(current_user)
      using errcode = 'PB008';
  end if;
  return query execute format(
    $query$
      select left(regexp_replace(regexp_replace(s.query, '/\*.*?\*/', '', 'g'), '\s+', ' ', 'g'), 500),
        s.userid::regrole::text, s.calls, round(s.mean_exec_time::numeric, 2), round(s.max_exec_time::numeric, 2),
        round(s.total_exec_time::numeric / 1000, 1),
        round((100 * s.total_exec_time / nullif(sum(s.total_exec_time) over (), 0))::numeric, 1),
        s.rows, s.shared_blks_read, i.stats_reset
      from %1$s.pg_stat_statements s cross join %1$s.pg_stat_statements_info i
      where s.dbid = (select d.oid from pg_database d where d.datname = current_database())
        and s.query ~* '^\s*(select|insert|update|delete|merge|with)\M'
      order by s.total_exec_time desc
      limit 30
    $query$, place
  );
exception
  -- As the extension does if the server has not loaded it.
  when object_not_in_prerequisite_state then
    raise exception 'PostgreSQL does not count its statements: set shared_preload_libraries = ''pg_stat_statements'', '
      'restart it, then as a superuser in this database: create extension pg_stat_statements'
      using errcode = 'PB008';
end
$$;
