-- Makes what was written before a table had partitions (<table>_before) its first partition. The constraint that all of
-- it was written before the others start has been validated, so that no row is read here. Takes its foreign keys away,
-- since to drop the partition would lock what they name. Locks that, the partition and the default one. For migrate().
create or replace function attach_rows_from_before(p_table text) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  before constant text := p_table || '_before';
  key text;
begin
  for key in select c.conname from pg_constraint c where c.conrelid = before::regclass and c.contype = 'f' loop
    execute format('alter table %I drop constraint %I', before, key);
  end loop;
  execute format(
    'alter table %I attach partition %I for values from (minvalue) to (%L)',
    p_table, before, (select min(p.starts) from partitions_of(p_table) p)
  );
  execute format('alter table %I drop constraint %I', before, p_table || '_is_from_before');
end
$$;
