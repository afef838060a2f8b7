-- Creates the partitions of one of partitioned_tables() for this week and those ahead, and drops those whose rows are
-- all past their term. For the purge of that table, and for migrate(). Once a minute at most, by one process at a time.
--
-- Creating one locks the default partition, and reads it. Nobody writes to that unless partitions were missing.
-- Dropping one locks the table, and fails while somebody reads it for long: it stops after lock_timeout, and the next
-- purge retries, so that writers wait no longer than that. The partition itself is locked first, without waiting: a
-- reader of the whole table, or a dump, holds it too, and then nobody waits at all. Locks last until the caller's
-- transaction ends, so this is its last step.
create or replace function keep_partitions(p_table text) returns void
language plpgsql set search_path = public, pg_temp
  set lock_timeout = '100ms' set timezone = 'UTC' set datestyle = 'ISO' as $$
declare
  kept record;
  old text;
  default_name constant text := p_table || '_default';
  key text;
  last_end timestamptz;
  starts timestamptz;
  has_rows boolean;
  partition text;
begin
  select * into strict kept from partitioned_tables() t where t.name = p_table;
  if not exists (
    select from partitions_of(p_table) p
    having max(p.ends) is null or max(p.ends) < now() + kept.weeks_ahead * interval '1 week'
      or min(p.ends) <= now() - kept.term
  ) then
    return;
  end if;
  if not pg_try_advisory_xact_lock(hashtext('keep_partitions'), hashtext(p_table)) then
    return;
  end if;
  insert into partition_upkeep as u (table_name, tried_at) values (p_table, now())
  on conflict (table_name) do update set tried_at = now() where u.tried_at < now() - interval '1 minute';
  if not found then
    return;
  end if;

  -- Each partition has the primary key of the default one, if that has any: unique within the partition.
  select pg_get_constraintdef(c.oid) into key
  from pg_constraint c where c.conrelid = default_name::regclass and c.contype = 'p';
  begin
    loop
      select max(p.ends) into last_end from partitions_of(p_table) p;
      exit when last_end >= now() + kept.weeks_ahead * interval '1 week';
      starts := greatest(last_end, date_trunc('week', now()));
      -- There was none in time: rows in the default partition stay there, and the next week has a partition again.
      execute format('select exists (select from %I where inserted_at >= $1)', default_name) into has_rows using starts;
      if has_rows then
        starts := date_trunc('week', now()) + interval '1 week';
      end if;
      partition := p_table || to_char(starts, '_YYYYMMDD');
      execute format('create table %I (like %I including defaults including constraints)', partition, p_table);
      if key is not null then
        execute format('alter table %I add %s', partition, key);
      end if;
      execute format(
        'alter table %I attach partition %I for values from (%L) to (%L)',
        p_table, partition, starts, date_trunc('week', starts) + interval '1 week'
      );
    end loop;
  exception when lock_not_available or deadlock_detected or check_violation then
    null;
  end;

  for old in
    select p.name from partitions_of(p_table) p where p.ends <= now() - kept.term order by p.ends limit 10
  loop
    begin
      execute format('lock table %I, %I in access exclusive mode nowait', old, default_name);
      execute format('lock table only %I in access exclusive mode', p_table);
      execute format('drop table %I', old);
    exception when lock_not_available or deadlock_detected then
      return;
    end;
  end loop;
end
$$;
