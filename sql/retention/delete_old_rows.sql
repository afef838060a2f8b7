-- Deletes rows that were written longer than p_term ago from a partition that is not dropped in time, since it holds
-- what was written at any time: the default one, or that of what was written before the table had partitions. At most
-- p_limit; returns how many. Passes over locked ones. Reads an index by inserted_at, which these alone have.
create or replace function delete_old_rows(p_partition text, p_term interval, p_limit integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  deleted integer := 0;
begin
  if to_regclass(p_partition) is null then
    return 0;
  end if;
  execute format(
    'delete from %1$I where ctid = any (array(
      select r.ctid from %1$I r where r.inserted_at < now() - $1 order by r.inserted_at limit $2
      for update skip locked
    ))',
    p_partition
  ) using p_term, p_limit;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
